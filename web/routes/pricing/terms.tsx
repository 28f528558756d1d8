import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';

/** The conditions that customers should read before they pay. */
export function Terms() {
  return (
    <div className="prose mt-6 text-sm text-muted">
      <p>
        Prices do not include taxes; the checkout shows the total before you pay. Paddle sells the
        subscription and takes the payment. Subscriptions are digital products and are not refunded.
      </p>
      <p>
        Results are not guaranteed: signals are opinions of analysts, and trading can lose money. See the{' '}
        <Link to={paths.terms}>Terms &amp; Conditions</Link> and the{' '}
        <Link to={paths.refund}>Refund Policy</Link>.
      </p>
    </div>
  );
}
