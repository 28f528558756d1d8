import { type CustomerDetail, endCustomerSessions } from '#contract/billing/admin-endpoints.ts';
import { api } from '#web/api/api.ts';
import { useSentForm } from '#web/routes/admin/use-submit-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { fullName } from './full-name.ts';
import { useCustomersChanged } from './use-customers.ts';

interface EndSessionsDialogProps {
  customer: CustomerDetail;
  onClose: () => void;
  onEnded: () => void;
}

export function EndSessionsDialog({ customer, onClose, onEnded }: EndSessionsDialogProps) {
  const changed = useCustomersChanged();
  const name = fullName(customer);
  const { form, errors, failure, isBusy } = useSentForm(
    ['reason'],
    (body) => api(endCustomerSessions, { params: { id: customer.id }, body }),
    async () => {
      await changed();
      notify.success('Sessions Ended', `${name} is signed out on every device.`);
      onEnded();
    },
  );
  return (
    <Dialog
      title="End All Sessions"
      description={`${name} is signed out on every device at once, and can sign in again. If the password has leaked, ask the customer to reset it.`}
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
          placeholder="Lost phone"
          hint="Stored in the security log."
          error={errors.reason?.[0]}
          data-first-focus
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={isBusy}>
            {isBusy ? 'Ending…' : 'End All Sessions'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
