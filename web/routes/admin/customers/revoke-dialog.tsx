import { type PremiumGrant, revokeGrant } from '#contract/billing/admin-endpoints.ts';
import { api } from '#web/api/api.ts';
import { useSubmitForm } from '#web/routes/admin/use-submit-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useInvalidateCustomers } from './use-customers.ts';

interface RevokeDialogProps {
  grant: PremiumGrant;
  onClose: () => void;
  /** The button that opened the dialog is gone then. */
  onRevoked: () => void;
}

export function RevokeDialog({ grant, onClose, onRevoked }: RevokeDialogProps) {
  const changed = useInvalidateCustomers();
  const { form, errors, failure, isBusy } = useSubmitForm(
    ['reason'],
    (body) => api(revokeGrant, { params: { id: grant.id }, body }),
    async () => {
      await changed();
      notify.success('Premium Withdrawn', 'It ended at once. It stays in the books.');
      onRevoked();
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
