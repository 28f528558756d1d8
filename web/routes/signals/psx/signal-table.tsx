import { Link } from 'react-router';
import { formatShortDate } from '#contract/dates.ts';
import { getSignalPath } from '#contract/paths.ts';
import { formatChange, type Price } from '#contract/signals/price.ts';
import type { Signal } from '#contract/signals/signal.ts';
import { getStateLabel } from '#contract/signals/signal-state.ts';
import { describeLockedIn } from '#web/signals/describe-locked-in.ts';
import { hasCompanyPage } from '#web/signals/has-company-page.ts';
import { getComparableClose } from '#web/signals/price-levels/comparable-close.ts';
import { describeRatio } from '#web/signals/price-levels/describe-levels.ts';
import {
  isActiveSignal,
  ORDER_LABELS,
  PRICE_STATUS_LABELS,
  RISK_LABELS,
} from '#web/signals/signal-labels.ts';
import { StateLine } from '#web/signals/state-line.tsx';
import { SymbolLink } from '#web/symbols/symbol-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';

const LAST_CLOSE = 'Last close';

/** Phones show the levels; the cards have everything. */
const COLUMNS = [
  { name: 'Symbol', className: '' },
  { name: LAST_CLOSE, className: 'text-end max-sm:hidden' },
  { name: 'Entry', className: 'text-end' },
  { name: 'Stop loss', className: 'text-end' },
  { name: 'Targets', className: 'text-end' },
  { name: 'Reward to risk', className: 'text-end max-sm:hidden' },
  { name: 'Risk', className: 'max-md:hidden' },
  { name: 'Shariah', className: 'max-lg:hidden' },
  { name: 'Sector', className: 'max-lg:hidden' },
  { name: 'Published', className: 'max-lg:hidden' },
];

/** The signals as dense rows with their current levels; a level that has changed follows the one at publication. */
export function SignalTable({ label, signals }: { label: string; signals: readonly Signal[] }) {
  const hasPrices = signals.some(({ last_close }) => last_close !== null);
  return (
    <table aria-label={label} className="w-full text-sm">
      <caption className="caption-bottom pt-3 text-start text-muted">
        Prices in rupees (Rs.). A struck-through level is the one at publication, to which the reward-to-risk
        ratio refers.{hasPrices && ' The percentage of a level is its distance from the last close.'}
      </caption>
      <thead className="text-start text-xs text-muted">
        <tr className="border-b border-line-strong">
          {COLUMNS.filter(({ name }) => hasPrices || name !== LAST_CLOSE).map(({ name, className }) => (
            <th
              key={name}
              scope="col"
              className={`py-2 pe-2 align-bottom font-medium whitespace-nowrap last:pe-0 sm:pe-4 ${className}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {signals.map((signal) => (
          <Row key={signal.id} signal={signal} hasPrices={hasPrices} />
        ))}
      </tbody>
    </table>
  );
}

const CELL = 'py-2 pe-2 align-top sm:pe-4';
const FIGURE = `${CELL} figures text-end`;

function Row({ signal, hasPrices }: { signal: Signal; hasPrices: boolean }) {
  const { published_levels: published } = signal;
  const isActive = isActiveSignal(signal);
  const close = getComparableClose(signal)?.close;
  const isStopPastEntry = isActive && describeLockedIn(signal, signal.level_changes) !== null;
  return (
    <tr
      data-signal={signal.id}
      className={`border-b border-line hover:bg-sunken ${isActive ? '' : 'text-muted'}`}
    >
      <th scope="row" className={`${CELL} text-start font-normal`}>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <SymbolLink
            symbol={signal.symbol}
            hasPage={hasCompanyPage(signal)}
            className="text-base wrap-anywhere"
          />
          <Badge variant="outline">{ORDER_LABELS[signal.order_type]}</Badge>
        </div>
        <Link
          to={getSignalPath(signal.id)}
          className={`underline underline-offset-2 ${isActive ? 'text-accent' : ''}`}
        >
          {getStateLabel(signal.state)}
          <span className="sr-only">: details of the {signal.symbol} signal</span>
        </Link>
        {signal.last_close && (
          <span className="block text-xs text-muted sm:hidden">
            Close <LastClose signal={signal} />
          </span>
        )}
        <StateLine signal={signal} className="max-w-64 text-xs" />
        {isStopPastEntry && <span className="block text-xs text-muted">Not open to new entries</span>}
      </th>
      {hasPrices && (
        <td className={`${FIGURE} max-sm:hidden`}>
          <LastClose signal={signal} />
        </td>
      )}
      <td className={FIGURE}>
        <Level close={close} now={signal.entry_price} atPublication={published.entry_price} />
      </td>
      <td className={FIGURE}>
        <Level close={close} now={signal.stop_loss} atPublication={published.stop_loss} />
      </td>
      <td className={FIGURE}>
        <Targets close={close} now={signal.target_points} atPublication={published.target_points} />
      </td>
      <td className={`${FIGURE} max-sm:hidden`}>{describeRatio(published)}</td>
      <td className={`${CELL} max-md:hidden`}>{RISK_LABELS[signal.risk_type]}</td>
      <td className={`${CELL} whitespace-nowrap max-lg:hidden`}>{signal.shariah_type}</td>
      <td className={`${CELL} min-w-32 wrap-break-word max-lg:hidden`}>{signal.sector ?? 'N/A'}</td>
      {/* As wide as the date, so that the time is on the next line. */}
      <td className="w-26 min-w-26 py-2 align-top max-lg:hidden [&_time]:whitespace-normal">
        <PakistanTime at={signal.created_at} />
      </td>
    </tr>
  );
}

/** The last close with its date and what it means. */
function LastClose({ signal: { last_close: last, price_status: status } }: { signal: Signal }) {
  if (!last) return '–';
  return (
    <>
      {last.close}
      <time dateTime={last.date} className="block text-xs text-muted">
        {formatShortDate(last.date)}
      </time>
      {status && (
        <span className="block max-w-32 text-xs font-semibold whitespace-normal text-ink">
          {PRICE_STATUS_LABELS[status]}
        </span>
      )}
    </>
  );
}

interface TargetsProps {
  close: Price | undefined;
  now: readonly Price[];
  atPublication: readonly Price[];
}

/** One target per line on phones, elsewhere three in columns of equal width, so that those of all rows are aligned. */
function Targets({ close, now, atPublication }: TargetsProps) {
  const count = Math.max(now.length, atPublication.length);
  return (
    <ol className="grid justify-end gap-x-3 sm:grid-cols-[repeat(3,minmax(3.75rem,auto))]">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a target is identified by its position
        <li key={index}>
          <Level close={close} now={now[index]} atPublication={atPublication[index]} />
        </li>
      ))}
    </ol>
  );
}

interface LevelProps {
  /** The last close, from which the distance is stated. */
  close: Price | undefined;
  /** A level that was added or removed is absent on one side. */
  now: Price | undefined;
  atPublication: Price | undefined;
}

function Level({ close, now, atPublication }: LevelProps) {
  const distance = close && now && (
    <span className="block text-xs font-normal text-muted">{formatChange(close, now)}</span>
  );
  if (now === atPublication)
    return (
      <>
        {now}
        {distance}
      </>
    );
  return (
    <>
      {atPublication && <del className="block text-muted">{atPublication}</del>}
      {now && <span className="block font-semibold">{now}</span>}
      {distance}
    </>
  );
}
