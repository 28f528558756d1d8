import type { ReactNode } from 'react';
import { formatShortDate } from '#core/contract/dates.ts';
import { formatSigned } from '#core/contract/text/format-signed.ts';
import { Figure, Figures } from '#core/web/ui/figure.tsx';
import { Section } from '#core/web/ui/section.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { calculateRewardToRisk } from '#features/signals/contract/levels/levels.ts';
import { formatChange, formatRupees, type Price } from '#features/signals/contract/levels/price.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import type { SignalReport } from '#features/signals/contract/track-record/signal-details.ts';
import { Entered } from '#features/signals/web/entered.tsx';
import { EntryVerdictLine } from '#features/signals/web/entry-verdict.tsx';
import { PriceLevels } from '#features/signals/web/price-levels/price-levels.tsx';
import { getComparableClose } from '#features/signals/web/public/price-levels/comparable-close.ts';
import {
  describeRatio,
  type Level,
  listLevels,
  TARGET_FIELD,
} from '#features/signals/web/public/price-levels/describe-levels.ts';
import { PRICE_STATUS_LABELS, RISK_LABELS } from '#features/signals/web/public/signal-labels.ts';

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
      <Entered signal={signal} />
      <div className="mt-3 grid gap-2 text-xs text-muted">
        <p>
          + is above and − is below the entry price or the last close, for buys and sells alike. 1 R is the
          distance between entry price and stop loss at publication: at <Figure>−1.00 R</Figure> the stop loss
          is reached. R is the result of the whole position at a price, before costs
          <span>
            {signal.state.targets_hit > 0 &&
              '; that of the signal has the parts that were closed at targets at their prices'}
          </span>
          .
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

/** Explains whether the entry is a limit or a stop order, which the last close before the publication decides (docs/evaluation.md). */
export function describeOrderKind({
  signal,
  evaluations,
}: Pick<SignalReport, 'signal' | 'evaluations'>): string {
  const { order_type, entry_price } = signal.published_levels;
  const publication = evaluations[0]?.steps.find((step) => step.code === 'published');
  const [fall, rise] = order_type === 'buy' ? ['fall', 'rise'] : ['rise', 'fall'];
  const [below, above] = order_type === 'buy' ? ['below', 'above'] : ['above', 'below'];
  const limit = `which waits for the price to ${fall} to it and is filled there or better`;
  const stop = `which waits for the price to ${rise} to it and may be filled at a worse price`;
  if (!publication)
    return (
      `An entry ${below} the market is a limit order, ${limit}. An entry ${above} it is a stop order, ${stop}. ` +
      'The last close before the publication decides which it is.'
    );
  const { order_kind, reference_close } = publication;
  if (order_kind === 'touch' || reference_close === null)
    return 'There was no close before the publication, so the entry is neither a limit nor a stop order: it is filled on a day whose prices contain the entry price.';
  const side = order_kind === 'limit' ? below : above;
  return (
    `The entry price of ${formatRupees(entry_price)} is ${entry_price === reference_close ? 'at' : side} the last close before the ` +
    `publication, ${formatRupees(reference_close)}, so the entry is a ${order_kind} order, ${order_kind === 'limit' ? limit : stop}.`
  );
}

export type LevelsSignal = Pick<Signal, 'published_levels' | 'level_changes' | 'last_close' | 'price_status'>;

/** A row of the table of levels. Percentages are those of the price from the other price: `+` is above it, for buys and sells alike. */
interface LevelRow {
  key: string;
  name: string;
  /** `null` if the target was removed. */
  price: Price | null;
  /** A later row replaces it. */
  isReplaced: boolean;
  /** When the level was changed to this price; `null` for the levels at publication and the last close. */
  changedAt: string | null;
  /** Empty for the entry price itself. */
  fromEntry: string;
  /** Empty without a last close, for the last close itself, and for levels that no longer apply. */
  fromClose: string;
  /** The result of closing at this price, `+2.67` or `−1.00`; empty for the entry price, and if nothing was at risk. */
  r: string;
}

/**
 * Returns the levels at publication, each followed by its changes, and then the last close. Distances from the entry and R are those of
 * the publication, like results.
 */
export function listLevelRows(signal: LevelsSignal): LevelRow[] {
  const published = signal.published_levels;
  const close = getComparableClose(signal)?.close;
  const [stop, entry, ...targets] = listLevels(published) as [Level, Level, ...Level[]];
  const levels = [{ ...entry, name: 'Entry price' }, stop, ...targets];
  const changes = Map.groupBy(signal.level_changes, ({ field }) => field);

  const toRow = (key: string, name: string, price: Price | null, isReplaced: boolean): LevelRow => {
    const isEntry = key === 'entry_price';
    const ratio = price === null || isEntry ? null : calculateRewardToRisk(published, price);
    return {
      key,
      name,
      price,
      isReplaced,
      changedAt: null,
      fromEntry: price === null || isEntry ? '' : formatChange(published.entry_price, price),
      fromClose: price === null || isReplaced || !close ? '' : formatChange(close, price),
      r: ratio === null ? '' : formatSigned(ratio.toFixed(2)),
    };
  };
  const listChanges = (field: string, name: string): LevelRow[] => {
    const ofLevel = changes.get(field) ?? [];
    return ofLevel.map(({ to, changed_at }, index) => ({
      ...toRow(`${field} ${changed_at}`, name, to, index < ofLevel.length - 1),
      changedAt: changed_at,
    }));
  };

  const added = [...changes.keys()]
    .filter((field) => field.startsWith(TARGET_FIELD) && !levels.some((level) => level.field === field))
    .sort();
  return [
    ...levels.flatMap(({ field, name, price }) => [
      toRow(field, name, price, changes.has(field)),
      ...listChanges(field, name),
    ]),
    ...added.flatMap((field) => listChanges(field, `TP${Number(field.slice(TARGET_FIELD.length)) + 1}`)),
    ...(close ? [{ ...toRow('last_close', 'Last close', close, false), fromClose: '' }] : []),
  ];
}
