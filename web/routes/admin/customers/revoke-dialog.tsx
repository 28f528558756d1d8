import { type PremiumGrant, withdrawGrant } from '#contract/billing/admin-endpoints.ts';
import { api } from '#web/api/api.ts';
import { useSentForm } from '#web/routes/admin/use-submit-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useCustomersChanged } from './use-customers.ts';

interface WithdrawDialogProps {
  grant: PremiumGrant;
  onClose: () => void;
  /** The button that opened the dialog is gone then. */
  onWithdrawn: () => void;
}

export function WithdrawDialog({ grant, onClose, onWithdrawn }: WithdrawDialogProps) {
  const changed = useCustomersChanged();
  const { form, errors, failure, isBusy } = useSentForm(
    ['reason'],
    (body) => api(withdrawGrant, { params: { id: grant.id }, body }),
    async () => {
      await changed();
      notify.success('Premium Withdrawn', 'It ended at once. It stays in the books.');
      onWithdrawn();
    },
  );
  return (
    <Dialog
      title="Withdraw Premium"
      description={`“${grant.reason}” ends at once. What is paid through Paddle goes on.`}
      onClose={onClose}
    >
      <form {...form} className="grid gap-4">
        {failure && (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        )}
        <TextField
          label="Reason"
          name="reason"
          required
          maxLength={500}
          autoComplete="off"
          hint="Why it is withdrawn. Stays in the books."
          error={errors.reason?.[0]}
          data-first-focus
        />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={isBusy}>
            {isBusy ? 'Withdrawing…' : 'Withdraw'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
