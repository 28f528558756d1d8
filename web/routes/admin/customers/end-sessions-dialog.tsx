import { type CustomerDetail, endCustomerSessions } from '#contract/billing/admin-endpoints.ts';
import { useSubmitForm } from '#web/admin/use-submit-form.ts';
import { api } from '#web/api/api.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { getFullName } from './full-name.ts';
import { ReasonField } from './reason-field.tsx';
import { useInvalidateCustomers } from './use-customers.ts';

interface EndSessionsDialogProps {
  customer: CustomerDetail;
  onClose: () => void;
  onEnded: () => void;
}

export function EndSessionsDialog({ customer, onClose, onEnded }: EndSessionsDialogProps) {
  const invalidateCustomers = useInvalidateCustomers();
  const name = getFullName(customer);
  const { form, errors, failure, isBusy } = useSubmitForm(
    ['reason'],
    (body) => api(endCustomerSessions, { params: { id: customer.id }, body }),
    async () => {
      await invalidateCustomers();
      notify.success('Sessions ended', `${name} is signed out on every device.`);
      onEnded();
    },
  );
  return (
    <ConfirmDialog
      title="End all sessions"
      description={`${name} is signed out on every device immediately, and can sign in again. If the password was leaked, ask the customer to reset it.`}
      confirmLabel="End all sessions"
      pendingLabel="Ending…"
      isPending={isBusy}
      error={failure}
      onConfirm={form.onSubmit}
      onClose={onClose}
      formRef={form.ref}
    >
      <ReasonField placeholder="Lost phone" error={errors.reason?.[0]} />
    </ConfirmDialog>
  );
}
