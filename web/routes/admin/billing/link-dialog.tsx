import { useState } from 'react';
import {
  type CustomerSummary,
  linkSubscription,
  type UnlinkedSubscription,
} from '#contract/billing/admin-endpoints.ts';
import { api } from '#web/api/api.ts';
import { getAdminErrorMessage } from '#web/routes/admin/admin-error-message.ts';
import { getFullName } from '#web/routes/admin/customers/full-name.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { CustomerSelect } from './customer-select.tsx';
import { useBillingAction } from './use-billing-problems.ts';

interface LinkDialogProps {
  subscription: UnlinkedSubscription;
  onClose: () => void;
  /** The button that opened the dialog is gone then. */
  onLinked: () => void;
}

export function LinkDialog({ subscription, onClose, onLinked }: LinkDialogProps) {
  const [chosen, setChosen] = useState<CustomerSummary | null>(null);
  const { id, product_name, paddle_customer_id } = subscription;
  const linking = useBillingAction((customer: CustomerSummary) =>
    api(linkSubscription, { params: { id }, body: { customer_id: customer.id } }),
  );
  const link = () => {
    if (!chosen) return;
    linking.mutate(chosen, {
      onSuccess: () => {
        notify.success(
          'Subscription Linked',
          `${product_name} belongs to ${getFullName(chosen)} from now on.`,
        );
        onLinked();
      },
    });
  };
  return (
    <Dialog
      title="Link Subscription"
      description={
        <>
          Say whose {product_name} is. Whatever else{' '}
          <code className="text-xs wrap-anywhere">{paddle_customer_id}</code> has at Paddle that is nobody’s
          follows when Paddle next tells of it.
        </>
      }
      onClose={onClose}
    >
      <div className="grid gap-4">
        {linking.error && (
          <Notice tone="danger" role="alert">
            {getAdminErrorMessage(linking.error)}
          </Notice>
        )}
        <CustomerSelect chosen={chosen} onChoose={setChosen} />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!chosen} busy={linking.isPending} onClick={link}>
            {linking.isPending ? 'Linking…' : 'Link'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
