import { formatShortDate } from '#contract/dates.ts';
import { formatRupees } from '#contract/signals/price.ts';
import { describePayout, describeUncertainty, type SignalChecks } from '#contract/signals/signal-warnings.ts';
import { Figure } from '#web/ui/figure.tsx';

/** States the last close of the symbol and the price limits of the trading day of the signal. */
export function PriceLimitsNote({ checks }: { checks: SignalChecks }) {
  const { symbol, price_limits: limits, trading_date } = checks;
  if (limits === null)
    return (
      <p className="-mb-1 text-sm text-muted">{`No prices of ${symbol} are imported, so the price limits are not checked.`}</p>
    );
  const payouts = limits.payouts.filter((payout) => payout.is_applied).map(describePayout);
  const uncertainty = describeUncertainty(limits);
  return (
    <dl className="-mb-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-sm [&_dt]:text-muted">
      <dt>Last close</dt>
      <dd>
        <Figure className="font-medium">{formatRupees(limits.close)}</Figure>,{' '}
        <span>{formatShortDate(limits.close_date)}</span>
      </dd>
      {payouts.length > 0 && (
        <>
          <dt>Ex-price</dt>
          <dd>
            <Figure className="font-medium">{formatRupees(limits.reference_price)}</Figure>, after{' '}
            <span>{payouts.join(' and ')}</span>
          </dd>
        </>
      )}
      <dt>Price limits</dt>
      <dd>
        <Figure className="font-medium">
          {`${formatRupees(limits.lower)} to ${formatRupees(limits.upper)}`}
        </Figure>
        , <span>{formatShortDate(trading_date)}</span>
        {uncertainty && <span className="block text-warning">{uncertainty}</span>}
      </dd>
    </dl>
  );
}
