import { OldMark } from '#core/web/ui/badge.tsx';
import { Figures } from '#core/web/ui/figure.tsx';
import { formatChange, formatRupees } from '#features/signals/contract/levels/price.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { getComparableClose } from './comparable-close.ts';

type StripSignal = Pick<
  Signal,
  'entry_price' | 'stop_loss' | 'target_points' | 'entry_verdict' | 'state' | 'last_close' | 'price_status'
>;

interface LevelStripProps {
  signal: StripSignal;
  /** Shows every target and the reward-to-risk ratio of a new entry, not only the next target. */
  hasAll?: boolean;
  className?: string;
}

/** The prices to act on: entry, current stop, targets, and the last close with its distance from the entry. */
export function LevelStrip({ signal, hasAll, className = '' }: LevelStripProps) {
  const { entry_price, target_points, entry_verdict, last_close } = signal;
  const comparable = getComparableClose(signal);
  const targets = target_points.map((price, index) => [`TP${index + 1}`, formatRupees(price)]);
  const next = Math.min(signal.state.targets_hit, targets.length - 1);
  const ratio = [`R to TP${targets.length}`, entry_verdict.reward_to_risk ?? '–'];
  const last = [
    `Last ${comparable ? formatChange(entry_price, comparable.close) : ''}`,
    last_close ? formatRupees(last_close.close) : '–',
  ];
  const figures = [
    ['Entry', formatRupees(entry_price)],
    ['Stop', formatRupees(signal.stop_loss)],
    ...(hasAll
      ? [last, ...(targets.length > 0 ? [ratio] : []), ...targets]
      : [...targets.slice(next, next + 1), last]),
  ];
  return (
    <dl className={`level-strip ${className}`}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>
            <Figures>{name ?? ''}</Figures>
          </dt>
          <dd className="figures">
            <span translate="no">{value}</span>
            {name?.startsWith('Last') && <OldMark last={last_close} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
