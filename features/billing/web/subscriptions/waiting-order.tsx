import { formatTimestamp } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { useAccountKey, useAccountQuery } from '#features/accounts/web/public/account/account-queries.ts';
import { formatPrice } from '#features/billing/contract/format-price.ts';
import { listOrders } from '#features/billing/contract/orders.ts';

/** The customer's open order for a bank transfer. Its page says so if orders cannot be loaded. */
export function WaitingOrder() {
  const { data } = useAccountQuery(useAccountKey('orders'), () => api(listOrders, {}));
  const order = data?.orders.find(({ status }) => status === 'open');
  if (!order) return null;
  return (
    <Notice
      className="mb-6"
      title={`Your order for ${order.plan_name} waits for your bank transfer`}
      action={<ButtonLink to={paths.order}>View order</ButtonLink>}
    >
      {`Transfer ${formatPrice({ price: order.amount, currency: 'PKR' })} until ${formatTimestamp(order.expires_at)}.`}
    </Notice>
  );
}
