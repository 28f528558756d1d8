import { formatShortDate, formatShortDateWithWeekday } from '#core/contract/dates.ts';
import { OldMark } from '#core/web/ui/badge.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import type { LastClose as LastCloseData, PriceAdjustment } from '#features/market/contract/prices.ts';
import { formatRupees, type Price, toPaisa } from '#features/signals/contract/levels/price.ts';

/** A day without a trade happens with small companies. */
const SUSPENDED_AFTER_DAYS = 3;

/** The last close with its date and its change from the close before. */
export function LastClose({ last }: { last: LastCloseData }) {
  const { date, close, previous_close, missed_days } = last;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Figure className="text-2xl font-semibold">{formatRupees(close)}</Figure>
        {previous_close !== null && <Change change={describeChange(previous_close, close)} />}
      </p>
      <p className="mt-1 text-sm text-muted">
        Close of <time dateTime={date}>{formatShortDateWithWeekday(date)}</time>
        <OldMark last={last} />
        {previous_close !== null && (
          <span>
            , previous close <Figure>{formatRupees(previous_close)}</Figure>
          </span>
        )}
      </p>
      {missed_days >= SUSPENDED_AFTER_DAYS && (
        <Notice tone="warning" title={`No trades since ${formatShortDate(date)}`} className="mt-3">
          Other companies have prices for <span>{missed_days}</span> later trading days. The share may be
          suspended.
        </Notice>
      )}
    </>
  );
}

const CHANGE_STYLES = {
  up: { shape: '▲', name: 'Up', color: 'text-gain' },
  down: { shape: '▼', name: 'Down', color: 'text-loss' },
  none: { shape: '■', name: 'Unchanged', color: 'text-muted' },
};

/** Differs by sign, shape and color. */
function Change({ change: { direction, amount, percent } }: { change: PriceChange }) {
  const { shape, name, color } = CHANGE_STYLES[direction];
  return (
    <span className={`figures text-lg font-medium ${color}`}>
      <span aria-hidden="true" className="me-1.5 text-sm">
        {shape}
      </span>
      <span className="sr-only">{`${name} `}</span>
      <span translate="no">{`${amount} (${percent})`}</span>
    </span>
  );
}

const KINDS = { split: 'Split', bonus: 'Bonus', right: 'Right' };

interface PriceSourceProps {
  last: LastCloseData;
  adjustments: readonly PriceAdjustment[];
}

/** States from where and as of when prices are, and for what they are adjusted. */
export function PriceSource({ last: { imported_at, has_invented }, adjustments }: PriceSourceProps) {
  return (
    <div className="mt-3 grid gap-1 text-xs text-muted">
      {adjustments.length > 0 && (
        <p>
          Adjusted for:{' '}
          {adjustments.map(({ ex_date, kind, description }, index) => (
            <span key={`${ex_date} ${kind}`}>
              <span>{index > 0 && '; '}</span>
              <span>{KINDS[kind]}</span> (<span>{description}</span>), ex-date{' '}
              <span>{formatShortDate(ex_date)}</span>
            </span>
          ))}
          <span>. Earlier prices are in shares of today. Cash dividends are not adjusted for.</span>
        </p>
      )}
      <p>
        {imported_at === null ? (
          'Source: prices invented for the demo.'
        ) : (
          <span>
            Source: end-of-day prices of the exchange, imported <PakistanTime at={imported_at} />
            <span>{has_invented && ', and prices invented for the demo'}</span>.
          </span>
        )}
      </p>
    </div>
  );
}

/** The change of a price with its sign in text, shape and color. */
interface PriceChange {
  direction: 'up' | 'down' | 'none';
  /** `+3.25`, `−3.25` or `0.00`. */
  amount: string;
  /** `+0.69%`. */
  percent: string;
}

/** Describes the change from one price to another. The minus sign is the typographic one, as wide as the plus. */
export function describeChange(from: Price, to: Price): PriceChange {
  const paisa = toPaisa(to) - toPaisa(from);
  const sign = paisa > 0 ? '+' : paisa < 0 ? '−' : '';
  const percent = (Math.abs(paisa) / toPaisa(from)) * 100;
  return {
    direction: paisa > 0 ? 'up' : paisa < 0 ? 'down' : 'none',
    amount: `${sign}${(Math.abs(paisa) / 100).toFixed(2)}`,
    percent: `${sign}${percent.toFixed(2)}%`,
  };
}
