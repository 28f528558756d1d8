import { formatShortDate } from '#core/contract/dates.ts';
import { OldMark } from '#core/web/ui/badge.tsx';
import { Figures } from '#core/web/ui/figure.tsx';
import { formatChange, formatRupees } from '#features/signals/contract/levels/price.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { LiveStatus } from './live/live-status.tsx';
import { OpenSignalsFailure } from './open-signals-failure.tsx';
import { NO_FILTERS } from './public/psx/filters.ts';
import { useSignals } from './public/psx/use-signals.ts';
import { isActiveSignal, PRICE_STATUS_LABELS } from './public/signal-labels.ts';

/** The number of intraday signals in progress, and the newest one. */
export function OpenSignals() {
  const { data, isError, dataUpdatedAt, refetch } = useSignals('intraday', NO_FILTERS, null);
  const open = data?.results.filter(isActiveSignal) ?? [];
  // The list starts with the newest open signal.
  const [newest] = open;
  return (
    <>
      {data && (
        <span data-signal={newest?.id} className="rounded-box">
          {newest ? (
            <span key="open">
              <span>{`${open.length}, newest `}</span>
              <span translate="no">{newest.symbol}</span>
            </span>
          ) : (
            <span>None now</span>
          )}
          {newest?.last_close && (
            <span className="block text-xs text-muted">
              <Figures>{describeClose(newest, newest.last_close)}</Figures>
              <OldMark last={newest.last_close} />
            </span>
          )}
        </span>
      )}
      {!data && isError && <OpenSignalsFailure onRetry={() => void refetch()} />}
      <span className="block min-h-4 text-xs text-muted">
        <LiveStatus updatedAt={data && dataUpdatedAt} />
      </span>
    </>
  );
}

/** Describes the last close: `Last close Rs. 471.00, 20 Nov 2026, entry +0.42%`. */
function describeClose(
  { entry_price, price_status }: Signal,
  { close, date }: NonNullable<Signal['last_close']>,
): string {
  const meaning = price_status
    ? PRICE_STATUS_LABELS[price_status]
    : `to entry ${formatChange(close, entry_price)}`;
  return `Last close ${formatRupees(close)}, ${formatShortDate(date)}, ${meaning}`;
}
