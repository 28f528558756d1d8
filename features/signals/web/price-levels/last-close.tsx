import { formatShortDate } from '#core/contract/dates.ts';
import { OldMark } from '#core/web/ui/badge.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { formatChange, formatRupees } from '#features/signals/contract/levels/price.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { listLevels } from '#features/signals/web/public/price-levels/describe-levels.ts';
import { PRICE_STATUS_LABELS } from '#features/signals/web/public/signal-labels.ts';

type PricedSignal = Pick<
  Signal,
  'order_type' | 'entry_price' | 'stop_loss' | 'target_points' | 'last_close' | 'price_status'
>;

/** The last close of a signal with its date, and how far it is from each current level. Nothing without prices. */
export function LastClose({ signal }: { signal: PricedSignal }) {
  const { last_close: last, price_status: status } = signal;
  if (!last) return null;
  return (
    <div className="mt-2 border-t border-line pt-2 text-sm">
      <p className="flex justify-between gap-3">
        <span className="text-muted">
          <CloseMark /> Last close, <time dateTime={last.date}>{formatShortDate(last.date)}</time>
          <OldMark last={last} />
        </span>
        <Figure className="shrink-0 text-end font-semibold">{formatRupees(last.close)}</Figure>
      </p>
      {status && <p className="font-semibold">{PRICE_STATUS_LABELS[status]}</p>}
      {status !== 'not_comparable' && (
        <dl
          aria-label="From the last close to each level"
          className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(3.25rem,1fr))] gap-x-1.5 text-xs tabular-nums lining-nums [&_dd]:font-medium [&_dd]:whitespace-nowrap [&_dt]:text-muted"
        >
          {listLevels(signal).map(({ field, name, price }) => (
            <div key={field}>
              <dt>{`To ${name === 'Stop loss' ? 'stop' : name.replace('Entry', 'entry')}`}</dt>
              <dd translate="no">{formatChange(last.close, price)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** The mark of the last close in the drawing of the levels. */
function CloseMark() {
  return (
    <svg viewBox="-6 -6 12 12" aria-hidden="true" className="inline-block size-3">
      <path d="M-5 -4h10l-5 9z" className="fill-muted" />
    </svg>
  );
}
