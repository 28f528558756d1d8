import { type CustomerDetail, grantPremium, MAX_GRANT_YEARS } from '#contract/billing/admin-endpoints.ts';
import { formatEndDate, toKarachiDate } from '#contract/dates.ts';
import { FormDialog } from '#web/admin/form-dialog.tsx';
import { useSubmitForm } from '#web/admin/use-submit-form.ts';
import { api } from '#web/api/api.ts';
import { getNow } from '#web/api/server-clock.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { getFullName } from './customer-links.ts';
import { useInvalidateCustomers } from './use-customers.ts';

/** The reason of an action on an account. */
export const REASON_FIELD = { label: 'Reason (kept in the audit log)', name: 'reason', maxLength: 500 };

interface GrantDialogProps {
  customer: CustomerDetail;
  onClose: () => void;
}

export function GrantDialog({ customer, onClose }: GrantDialogProps) {
  const invalidateCustomers = useInvalidateCustomers();
  const name = getFullName(customer);
  const today = toKarachiDate(getNow());
  const { errors, ...submission } = useSubmitForm(
    ['reason', 'ends_on'],
    (body) => api(grantPremium, { params: { id: customer.id }, body }),
    async (grant) => {
      await invalidateCustomers();
      notify.success('Premium granted', `${name} has premium until ${formatEndDate(grant.ends_at)}.`);
      onClose();
    },
  );
  return (
    <FormDialog
      title="Grant premium"
      description={`${name} gets premium access immediately, without a Paddle subscription.`}
      submitLabel="Grant premium"
      busyLabel="Granting…"
      onClose={onClose}
      {...submission}
    >
      <TextField
        {...REASON_FIELD}
        required
        autoComplete="off"
        data-first-focus
        placeholder="Bank transfer of 3 August"
        hint="The customer sees it in their data export."
        error={errors.reason?.[0]}
      />
      <TextField
        label="Last day"
        name="ends_on"
        type="date"
        required
        min={today}
        max={`${Number(today.slice(0, 4)) + MAX_GRANT_YEARS}${today.slice(4)}`}
        hint="Premium access ends at midnight in Karachi, at the end of this day."
        error={errors.ends_on?.[0]}
      />
    </FormDialog>
  );
}
