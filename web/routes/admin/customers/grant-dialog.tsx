import { type CustomerDetail, grantPremium, MAX_GRANT_YEARS } from '#contract/billing/admin-endpoints.ts';
import { formatEndDate, toKarachiDate } from '#contract/dates.ts';
import { useSubmitForm } from '#web/admin/use-submit-form.ts';
import { api } from '#web/api/api.ts';
import { getNow } from '#web/api/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { getFullName } from './full-name.ts';
import { ReasonField } from './reason-field.tsx';
import { useInvalidateCustomers } from './use-customers.ts';

interface GrantDialogProps {
  customer: CustomerDetail;
  onClose: () => void;
}

export function GrantDialog({ customer, onClose }: GrantDialogProps) {
  const invalidateCustomers = useInvalidateCustomers();
  const name = getFullName(customer);
  const today = toKarachiDate(getNow());
  const { form, errors, failure, isBusy } = useSubmitForm(
    ['reason', 'ends_on'],
    (body) => api(grantPremium, { params: { id: customer.id }, body }),
    async (grant) => {
      await invalidateCustomers();
      notify.success('Premium granted', `${name} has premium until ${formatEndDate(grant.ends_at)}.`);
      onClose();
    },
  );
  return (
    <Dialog
      title="Grant premium"
      description={`${name} gets premium access immediately, without a Paddle subscription.`}
      onClose={onClose}
    >
      <form {...form} className="grid gap-4">
        {failure && (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        )}
        <ReasonField
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
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Granting…' : 'Grant premium'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
