import type { ReactNode } from 'react';
import { formatShortDate } from '#contract/dates.ts';
import { formatRupees } from '#contract/signals/price.ts';
import type { Signal } from '#contract/signals/signal.ts';
import type { SignalReport } from '#contract/track-record/signal-details.ts';
import { LockedIn } from '#web/signals/locked-in.tsx';
import { EntryVerdictLine } from '#web/signals/entry-verdict.tsx';
import { getComparableClose } from '#web/signals/price-levels/comparable-close.ts';
import { describeRatio } from '#web/signals/price-levels/describe-levels.ts';
import { PriceLevels } from '#web/signals/price-levels/price-levels.tsx';
import { isActiveSignal, PRICE_STATUS_LABELS, RISK_LABELS } from '#web/signals/signal-labels.ts';
import { Figure, Figures } from '#web/ui/figure.tsx';
import { Section } from '#web/ui/section.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';
import { describeOrderKind } from './describe-order-kind.ts';
import { type LevelRow, listLevelRows } from './level-rows.ts';

/** The levels of a signal with their distances, what R and the kind of order mean, and the facts of the card. */
export function LevelsSection({ report }: { report: SignalReport }) {
  const { signal } = report;
  const { price_status: status } = signal;
  return (
    <Section id="levels" title="Levels">
      <EntryVerdictLine signal={signal} className="mb-3 text-sm" />
      <PriceLevels
        levels={signal.published_levels}
        currentStop={signal.stop_loss}
        lastClose={getComparableClose(signal)?.close}
      />
      <p className="mt-1 mb-2 flex justify-between gap-3 text-sm">
        <span className="text-muted">Reward to risk at publication</span>
        <Figure className="text-end font-semibold">{describeRatio(signal.published_levels)}</Figure>
      </p>
      <div data-signal={signal.id} className="rounded-box">
        <LevelsTable signal={signal} />
      </div>
      {status && <p className="mt-2 text-sm font-semibold">{PRICE_STATUS_LABELS[status]}</p>}
      {isActiveSignal(signal) && <LockedIn signal={signal} />}
      <div className="mt-3 grid gap-2 text-xs text-muted">
        <p>
          + is above and − is below the entry price or the last close, for buys and sells alike. 1 R is the
          distance between entry price and stop loss at publication: at <Figure>−1.00 R</Figure> the stop loss
          is reached.
        </p>
        <p>
          <Figures>{describeOrderKind(report)}</Figures>
        </p>
        {signal.order_type === 'sell' && (
          <p>
            Selling shares that you do not own is short selling, which has rules of its own. The exchange
            calls it a blank sale and defines it in its{' '}
            <a href={EXCHANGE_RULES} rel="noreferrer" className="link">
              rule book
            </a>
            .
          </p>
        )}
      </div>
      <Facts signal={signal} />
    </Section>
  );
}

/** The legal framework of the Pakistan Stock Exchange with its current rule book. */
const EXCHANGE_RULES = 'https://www.psx.com.pk/psx/regulations/legal-framework';

const CELL = 'figures py-1 ps-2 text-end align-top max-sm:text-xs/5';

function LevelsTable({ signal }: { signal: Signal }) {
  const { last_close } = signal;
  return (
    <table className="w-full text-sm">
      <thead className="text-xs text-muted">
        <tr className="border-b border-line-strong align-bottom">
          <th scope="col" className="py-1 text-start font-medium">
            Level
          </th>
          {['Price', 'From entry', 'From last close', 'R'].map((name) => (
            <th key={name} scope="col" className="py-1 ps-2 text-end font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listLevelRows(signal).map((row) => (
          <tr key={row.key} className={`border-t border-line ${row.isReplaced ? 'text-muted' : ''}`}>
            <th scope="row" className="py-1 text-start align-top font-normal">
              <span>{row.name}</span>
              {row.changedAt && (
                <span className="block text-xs text-muted [&_time]:whitespace-normal">
                  <span>{row.isReplaced ? 'then' : 'now'}</span>, <PakistanTime at={row.changedAt} />
                </span>
              )}
              {row.key === 'last_close' && last_close && (
                // On phones it may be wider than its column: nothing is next to it.
                <time
                  dateTime={last_close.date}
                  className="block text-xs text-muted min-[20rem]:max-sm:w-0 min-[20rem]:max-sm:whitespace-nowrap"
                >
                  {formatShortDate(last_close.date)}
                </time>
              )}
            </th>
            <td className={`${CELL} ${row.isReplaced ? '' : 'font-semibold'}`} translate="no">
              {formatPrice(row)}
            </td>
            <td className={CELL} translate="no">
              {row.fromEntry || '–'}
            </td>
            <td className={CELL} translate="no">
              {row.fromClose || '–'}
            </td>
            <td className={`${CELL} ${row.isReplaced ? '' : getColor(row.r)}`} translate="no">
              {row.r || '–'}
            </td>
          </tr>
        ))}
        {signal.published_levels.target_points.length === 0 && (
          <tr>
            <td colSpan={5} className="py-1 text-muted">
              No target points available
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function formatPrice({ price, isReplaced }: LevelRow): ReactNode {
  if (price === null) return 'removed';
  return isReplaced ? <del>{formatRupees(price)}</del> : formatRupees(price);
}

function getColor(r: string): string {
  if (r.startsWith('+')) return 'text-gain';
  return r.startsWith('−') ? 'text-loss' : '';
}

function Facts({ signal }: { signal: Signal }) {
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-2 border-t border-line pt-3 text-sm sm:grid-cols-3">
      <Fact name="Leverage">{`${signal.leverage}x`}</Fact>
      <Fact name="Risk">{RISK_LABELS[signal.risk_type]}</Fact>
      <Fact name="Shariah">{signal.shariah_type}</Fact>
      {signal.expires_at && signal.call_status === 'in_progress' && (
        <Fact name={signal.is_expired ? 'Expired' : 'Expires'}>
          <PakistanTime at={signal.expires_at} />
        </Fact>
      )}
      {signal.changed_at && (
        <Fact name="Changed">
          <PakistanTime at={signal.changed_at} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="[&_time]:whitespace-normal">{children}</dd>
    </div>
  );
}
