import { formatShortDate } from '#contract/dates.ts';
import { formatRupees } from '#contract/signals/price.ts';
import { describePayout, describeUncertainty, type SignalChecks } from '#contract/signals/signal-warnings.ts';

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
        <span className="figures font-medium">{formatRupees(limits.close)}</span>,{' '}
        <span>{formatShortDate(limits.close_date)}</span>
      </dd>
      {payouts.length > 0 && (
        <>
          <dt>Ex-price</dt>
          <dd>
            <span className="figures font-medium">{formatRupees(limits.reference_price)}</span>, after{' '}
            <span>{payouts.join(' and ')}</span>
          </dd>
        </>
      )}
      <dt>Price limits</dt>
      <dd>
        <span className="figures font-medium">
          {`${formatRupees(limits.lower)} to ${formatRupees(limits.upper)}`}
        </span>
        , <span>{formatShortDate(trading_date)}</span>
        {uncertainty && <span className="block text-warning">{uncertainty}</span>}
      </dd>
    </dl>
  );
}
