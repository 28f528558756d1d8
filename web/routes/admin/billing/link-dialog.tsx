import { useState } from 'react';
import {
  type CustomerSummary,
  linkSubscription,
  type UnlinkedSubscription,
} from '#contract/billing/admin-endpoints.ts';
import { getAdminErrorMessage } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { getFullName } from '#web/routes/admin/customers/customer-links.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { CustomerSelect } from './customer-select.tsx';
import { useBillingAction } from './use-billing-problems.ts';

interface LinkDialogProps {
  subscription: UnlinkedSubscription;
  onClose: () => void;
  /** The button that opened the dialog has been removed. */
  onLinked: () => void;
}

export function LinkDialog({ subscription, onClose, onLinked }: LinkDialogProps) {
  const [selected, setSelected] = useState<CustomerSummary | null>(null);
  const { id, product_name, paddle_customer_id } = subscription;
  const linking = useBillingAction((customer: CustomerSummary) =>
    api(linkSubscription, { params: { id }, body: { customer_id: customer.id } }),
  );
  const link = () => {
    if (!selected) return;
    linking.mutate(selected, {
      onSuccess: () => {
        notify.success('Subscription linked', `${product_name} now belongs to ${getFullName(selected)}.`);
        onLinked();
      },
    });
  };
  return (
    <Dialog
      title="Link subscription"
      description={
        <>
          Select the customer who owns {product_name}. Other unlinked subscriptions of{' '}
          <code className="text-xs wrap-anywhere">{paddle_customer_id}</code> are linked when Paddle next
          reports them.
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
        <CustomerSelect selected={selected} onSelect={setSelected} />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!selected} busy={linking.isPending} onClick={link}>
            {linking.isPending ? 'Linking…' : 'Link'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
