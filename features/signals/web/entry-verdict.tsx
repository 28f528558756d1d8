import type { ReactNode } from 'react';
import { formatShortDate } from '#core/contract/dates.ts';
import { useSession } from '#core/web/session/session.ts';
import { OldMark } from '#core/web/ui/badge.tsx';
import { LazyContent } from '#core/web/ui/lazy/lazy-content.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { SignedIn } from '#core/web/ui/signed-in.tsx';
import type { EntryReason } from '#features/signals/contract/entry-verdict.ts';
import { formatRupees } from '#features/signals/contract/levels/price.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { isActiveSignal } from './public/signal-labels.ts';

export const VERDICT_LABELS: Record<Signal['entry_verdict']['verdict'], string> = {
  open: 'Open to new entries',
  run_away: 'Price has run',
  not_open: 'Not open to new entries',
};

const Entered = lazyWithPreload(async () => (await import('./entered.tsx')).Entered);

interface EntryVerdictProps {
  signal: Signal;
  /** A row of Today has small texts and no controls. */
  isInRow?: boolean;
}

/** Whether a signal can still be entered, and the controls of users who have entered it. */
export const EntryVerdict = ({ signal, isInRow = false }: EntryVerdictProps) =>
  isInRow ? (
    <EntryVerdictLine signal={signal} className="mt-0.5 text-xs" />
  ) : (
    <>
      <EntryVerdictLine signal={signal} className="mt-1.5 text-sm" />
      <EnteredPart signal={signal} />
    </>
  );

/** Visitors load its code only for the few signals whose stop has moved. */
function EnteredPart({ signal }: { signal: Signal }) {
  const user = useSession();
  const controls = <LazyContent code={Entered} props={{ signal }} />;
  if (signal.level_changes.length > 0) return controls;
  if (signal.order_type === 'sell') return null;
  return (
    <SignedIn only="customer">
      <div className="min-h-18">{user && controls}</div>
    </SignedIn>
  );
}

interface EntryVerdictLineProps {
  signal: Signal;
  className?: string;
}

/** Whether a signal can still be entered, and at what price and risk. Nothing for one that has ended: its state says so. */
export function EntryVerdictLine({ signal, className = '' }: EntryVerdictLineProps) {
  if (!isActiveSignal(signal)) return null;
  const { verdict, risk_percent: risk, reward_to_risk: ratio } = signal.entry_verdict;
  const hasRun = verdict === 'run_away';
  return (
    <p className={`wrap-anywhere ${className}`}>
      <span className="font-semibold">{`${VERDICT_LABELS[verdict]}${verdict === 'open' ? '' : ': '}`}</span>
      <Price signal={signal} />
      {risk !== null && (
        <span>
          <span>{hasRun ? ' the risk is ' : ': risk '}</span>
          <span translate="no">{formatRisk(risk)}</span>
        </span>
      )}
      {ratio !== null && (
        <span>
          <span>{hasRun ? ', and reward to risk ' : ', reward to risk '}</span>
          <span translate="no">{ratio}</span>
        </span>
      )}
    </p>
  );
}

/** At what price a new entry is open, or why none is. */
function Price({ signal }: { signal: Signal }): ReactNode {
  const { reason, close } = signal.entry_verdict;
  switch (reason) {
    case 'order':
      return (
        <span key="entry">
          {' at the entry price of '}
          <span translate="no">{formatRupees(signal.entry_price)}</span>
          {close !== null && (
            <span>
              {', last close '}
              <Close signal={signal} />
            </span>
          )}
        </span>
      );
    case 'near_entry':
    case 'better_price':
      return (
        <span key="close">
          {' at the last close of '}
          <Close signal={signal} />
        </span>
      );
    case 'past_entry':
      return (
        <span key="from">
          {'from '}
          <Close signal={signal} />
        </span>
      );
    case 'stop_at_entry':
    case 'near_stop':
    case 'ended':
    case 'not_traded':
    case 'not_comparable':
    case 'no_close':
      return (
        <span key="rule">
          <span>
            {reason === 'stop_at_entry' ? `stop ${getStopSide(signal)} the entry price` : REASONS[reason]}
          </span>
          {close !== null && (
            <span>
              {', last close '}
              <Close signal={signal} />
            </span>
          )}
        </span>
      );
    default:
      return (
        <span key="reason">
          {'the last close of '}
          <Close signal={signal} />
          <span>{` ${REASONS[reason]}`}</span>
        </span>
      );
  }
}

const REASONS: Record<
  Exclude<EntryReason, 'order' | 'near_entry' | 'better_price' | 'past_entry' | 'stop_at_entry'>,
  string
> = {
  ended: 'the signal has ended',
  not_traded: 'the share is not traded',
  not_comparable: 'a split, bonus or right has changed the price since the publication',
  no_close: 'no close since the publication is available',
  last_target: 'is near the last target or past it',
  stop_passed: 'is at the stop loss or past it',
  near_stop: 'a new entry would be near the stop loss',
};

function Close({ signal: { entry_verdict, last_close } }: { signal: Signal }) {
  const { close, date } = entry_verdict;
  if (close === null || date === null) return null;
  return (
    <span>
      <span translate="no">{formatRupees(close)}</span>
      {' ('}
      <time dateTime={date}>{formatShortDate(date)}</time>
      {')'}
      <OldMark last={last_close} />
    </span>
  );
}

function getStopSide({ order_type, entry_price, stop_loss }: Signal): string {
  if (entry_price === stop_loss) return 'at';
  return order_type === 'buy' ? 'above' : 'below';
}

/** Formats a percentage as briefly as its size allows: `10.7 %`, `0.43 %`. */
const formatRisk = (percent: string): string =>
  `${Number(percent) < 1 ? percent : Number(percent).toFixed(1)} %`;
