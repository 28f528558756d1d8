import { Link } from 'react-router';
import { formatShortDate } from '#core/contract/dates.ts';
import { getSignalPath } from '#core/contract/paths.ts';
import { useSession } from '#core/web/session/session.ts';
import { OldMark } from '#core/web/ui/badge.tsx';
import { LazyContent } from '#core/web/ui/lazy/lazy-content.tsx';
import { SignedIn } from '#core/web/ui/signed-in.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { StarButton } from '#features/market/web/public/symbols/star-button.tsx';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';
import { formatChange, type Price } from '#features/signals/contract/levels/price.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { describeState, getStateLabel } from '#features/signals/contract/signal-state.ts';
import { VERDICT_LABELS } from '#features/signals/web/entry-verdict.tsx';
import { hasCompanyPage } from '#features/signals/web/has-company-page.ts';
import { AddToPositions } from '#features/signals/web/lazy-add-to-positions.tsx';
import { getComparableClose } from '#features/signals/web/public/price-levels/comparable-close.ts';
import {
  isActiveSignal,
  ORDER_LABELS,
  PRICE_STATUS_LABELS,
  RISK_LABELS,
} from '#features/signals/web/public/signal-labels.ts';

const MIN_TARGETS = 3;

/** Why no entry is open, as briefly as a row needs. */
const SHORT_REASONS: Partial<Record<Signal['entry_verdict']['reason'], string>> = {
  not_traded: 'not traded',
  not_comparable: 'price adjusted',
  stop_at_entry: 'stop at entry or past it',
  no_close: 'no close',
  last_target: 'near last target',
  stop_passed: 'stop passed',
  near_stop: 'near stop',
};

/** For phones, which have no columns of status and R. */
const SHORT_VERDICTS: Record<Signal['entry_verdict']['verdict'], string> = {
  open: 'Open',
  run_away: 'Has run',
  not_open: 'Not open',
};

/**
 * The signals as rows of 40 px with their current levels, of which each cell has at most two lines. Phones show the first target; the
 * cards and the pages of the signals have everything.
 */
export function SignalTable({ label, signals }: { label: string; signals: readonly Signal[] }) {
  const count = Math.max(MIN_TARGETS, ...signals.map(({ target_points }) => target_points.length));
  const targets = Array.from({ length: count }, (_, index) => `TP${index + 1}`);
  return (
    <table aria-label={label} className="w-full text-sm">
      <caption className="caption-bottom pt-3 text-start text-xs text-muted">
        Prices in rupees (Rs.). The percentage of a level is its distance from the last close. A bold level
        has changed since publication. R is the reward-to-risk ratio of the last target from the price at
        which a new entry is open, or to which the price has run; below it is the risk from that price to the
        stop.
      </caption>
      <thead className="text-xs text-muted">
        <tr className="border-b border-line-strong">
          <Header name="Symbol" isText />
          <Header name="Status" isText className="max-sm:hidden" />
          <Header name="Entry" />
          <Header name="Stop" />
          {targets.map((name, index) => (
            <Header key={name} name={name} className={getTargetClass(index)} />
          ))}
          <Header name="Last" />
          <Header name="R" className="max-sm:hidden" />
          <Header name="Risk" isText className={RISK} />
          <Header name="Shariah" isText className={WIDE} />
          <Header name="Published" isText className={WIDE} />
        </tr>
      </thead>
      <tbody>
        {signals.map((signal) => (
          <Row key={signal.id} signal={signal} targets={targets} />
        ))}
      </tbody>
    </table>
  );
}

const WIDE = 'max-xl:hidden';
const RISK = `${WIDE} ps-2`;

const getTargetClass = (index: number) =>
  index === 0 ? 'max-[22rem]:hidden' : index < MIN_TARGETS ? 'max-md:hidden' : 'max-lg:hidden';

interface HeaderProps {
  name: string;
  /** Texts are at the start, figures at the end. */
  isText?: boolean;
  className?: string;
}

function Header({ name, isText = false, className = '' }: HeaderProps) {
  return (
    <th
      scope="col"
      className={`py-2 pe-2 font-medium whitespace-nowrap last:pe-0 max-[24rem]:pe-1 ${isText ? 'text-start' : 'text-end'} ${className}`}
    >
      {name}
    </th>
  );
}

/** A line of 1.25rem and a smaller one of 1rem fit. */
const CELL = 'h-10 py-0.25 pe-2 last:pe-0 max-[24rem]:pe-1';
const FIGURE = `${CELL} figures text-end`;

/** That of ` 2026`, for which phones have no room. */
const YEAR_LENGTH = 5;

function Row({ signal, targets }: { signal: Signal; targets: readonly string[] }) {
  const { published_levels: published, target_points, last_close } = signal;
  const close = getComparableClose(signal)?.close;
  const user = useSession();
  return (
    <tr
      data-signal={signal.id}
      className={`relative border-b border-line hover:bg-sunken ${isActiveSignal(signal) ? '' : 'text-muted'}`}
    >
      <th
        scope="row"
        className={`${CELL} min-w-16 text-start font-normal max-sm:w-full max-sm:max-w-0 max-sm:hyphens-auto max-sm:wrap-anywhere sm:whitespace-nowrap`}
      >
        <StarButton symbol={signal.symbol} className="max-sm:hidden" />{' '}
        {signal.order_type === 'buy' && isActiveSignal(signal) && (
          <SignedIn only="customer">
            <span className="me-1 inline-block size-5 max-sm:hidden">
              {user && <LazyContent code={AddToPositions} props={{ signal, isIcon: true }} />}
            </span>
          </SignedIn>
        )}
        <SymbolLink symbol={signal.symbol} hasPage={hasCompanyPage(signal)} />{' '}
        <span className="text-xs max-sm:block">
          <span className="font-semibold">{ORDER_LABELS[signal.order_type]}</span>{' '}
          <StatusLink signal={signal} className="sm:hidden" />
        </span>
        {isActiveSignal(signal) && (
          <span className="block text-xs font-semibold text-ink sm:hidden">
            <span>{SHORT_VERDICTS[signal.entry_verdict.verdict]}</span>
            {signal.entry_verdict.reward_to_risk !== null && (
              <span translate="no">{` ${signal.entry_verdict.reward_to_risk} R`}</span>
            )}
          </span>
        )}
      </th>
      <td className={`${CELL} max-w-56 min-w-28 max-sm:hidden`}>
        <StatusLink signal={signal} className="block truncate" />
        <span className="block truncate text-xs text-muted">{listNotes(signal)}</span>
      </td>
      <td className={FIGURE}>
        <Level close={close} now={signal.entry_price} atPublication={published.entry_price} />
      </td>
      <td className={FIGURE}>
        <Level close={close} now={signal.stop_loss} atPublication={published.stop_loss} />
      </td>
      {targets.map((name, index) => (
        <td key={name} className={`${FIGURE} ${getTargetClass(index)}`}>
          <Level close={close} now={target_points[index]} atPublication={published.target_points[index]} />
        </td>
      ))}
      <td className={FIGURE}>
        <span translate="no">{last_close?.close ?? '–'}</span>
        {last_close && (
          <time dateTime={last_close.date} className="block text-xs text-muted">
            <span>{formatShortDate(last_close.date).slice(0, -YEAR_LENGTH)}</span>
            <span className="max-sm:hidden">{formatShortDate(last_close.date).slice(-YEAR_LENGTH)}</span>
            <OldMark last={last_close} />
          </time>
        )}
      </td>
      <td className={`${FIGURE} max-sm:hidden`}>
        <span translate="no">{signal.entry_verdict.reward_to_risk ?? '–'}</span>
        {signal.entry_verdict.risk_percent !== null && (
          <span className="block text-xs text-muted" translate="no">
            {`${signal.entry_verdict.risk_percent} %`}
          </span>
        )}
      </td>
      <td className={`${CELL} ${RISK}`}>{RISK_LABELS[signal.risk_type]}</td>
      <td className={`${CELL} whitespace-nowrap ${WIDE}`}>{signal.shariah_type}</td>
      {/* As wide as the date, so that the time is on the next line. */}
      <td className={`w-24 min-w-24 py-0.25 text-xs ${WIDE} [&_time]:whitespace-normal`}>
        <PakistanTime at={signal.created_at} />
      </td>
    </tr>
  );
}

/** The state of a signal, which opens its page. The link covers the row. */
function StatusLink({ signal, className }: { signal: Signal; className: string }) {
  return (
    <Link
      to={getSignalPath(signal.id)}
      title={listNotes(signal) || undefined}
      className={`card-link ${isActiveSignal(signal) ? 'text-accent' : ''} ${className}`}
    >
      <span>{getStateLabel(signal.state)}</span>
      <span className="sr-only">{`: details of the ${signal.symbol} signal`}</span>
    </Link>
  );
}

/** Lists what the entry verdict, the state and the last close add to the state's name: `Price has run · +0.40 R at the close of 25 Nov 2026`. */
function listNotes(signal: Signal): string {
  const { state, price_status, entry_verdict } = signal;
  return [
    price_status && PRICE_STATUS_LABELS[price_status],
    isActiveSignal(signal) && describeVerdict(entry_verdict),
    describeState(state),
    state.reason,
  ]
    .filter(Boolean)
    .join(' · ');
}

const describeVerdict = ({ verdict, reason }: Signal['entry_verdict']) =>
  verdict === 'not_open'
    ? [SHORT_VERDICTS.not_open, SHORT_REASONS[reason]].filter(Boolean).join(': ')
    : VERDICT_LABELS[verdict];

interface LevelProps {
  /** The last close, from which the distance is stated. */
  close: Price | undefined;
  /** A level that was added or removed is absent on one side. */
  now: Price | undefined;
  atPublication: Price | undefined;
}

function Level({ close, now, atPublication }: LevelProps) {
  if (!now) return atPublication ? <del translate="no">{atPublication}</del> : null;
  const hasChanged = now !== atPublication;
  return (
    <>
      <span className={hasChanged ? 'font-semibold' : ''}>
        <span translate="no">{now}</span>
        {hasChanged && (
          <span className="sr-only">{atPublication ? `, at publication ${atPublication}` : ', added'}</span>
        )}
      </span>
      {close && (
        <span className="block text-xs text-muted" translate="no">
          {formatChange(close, now)}
        </span>
      )}
    </>
  );
}
