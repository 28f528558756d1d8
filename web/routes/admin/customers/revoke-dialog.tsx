import { type PremiumGrant, revokeGrant } from '#contract/billing/admin-endpoints.ts';
import { useSubmitForm } from '#web/admin/use-submit-form.ts';
import { api } from '#web/api/api.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { ReasonField } from './reason-field.tsx';
import { useInvalidateCustomers } from './use-customers.ts';

interface RevokeDialogProps {
  grant: PremiumGrant;
  onClose: () => void;
  /** The button that opened the dialog has been removed. */
  onRevoked: () => void;
}

export function RevokeDialog({ grant, onClose, onRevoked }: RevokeDialogProps) {
  const invalidateCustomers = useInvalidateCustomers();
  const { form, errors, failure, isBusy } = useSubmitForm(
    ['reason'],
    (body) => api(revokeGrant, { params: { id: grant.id }, body }),
    async () => {
      await invalidateCustomers();
      notify.success('Premium revoked', 'The grant ended immediately.');
      onRevoked();
    },
  );
  return (
    <ConfirmDialog
      title="Revoke premium"
      description={`The grant “${grant.reason}” ends immediately. Paddle subscriptions are not affected.`}
      confirmLabel="Revoke"
      pendingLabel="Revoking…"
      isPending={isBusy}
      error={failure}
      onConfirm={form.onSubmit}
      onClose={onClose}
      formRef={form.ref}
    >
      <ReasonField error={errors.reason?.[0]} />
    </ConfirmDialog>
  );
}
