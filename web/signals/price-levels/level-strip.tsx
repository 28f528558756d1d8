import { formatChange } from '#contract/signals/price.ts';
import type { Signal } from '#contract/signals/signal.ts';
import { getComparableClose } from './comparable-close.ts';

type StripSignal = Pick<
  Signal,
  'entry_price' | 'stop_loss' | 'target_points' | 'state' | 'last_close' | 'price_status'
>;

/** The prices to act on in one line: entry, current stop, next target, and the last close with its distance from the entry. */
export function LevelStrip({ signal, className = '' }: { signal: StripSignal; className?: string }) {
  const { entry_price, target_points, last_close } = signal;
  const next = Math.min(signal.state.targets_hit, target_points.length - 1);
  const comparable = getComparableClose(signal);
  const figures = [
    ['Entry', entry_price],
    ['Stop', signal.stop_loss],
    [`TP${next + 1}`, target_points[next]],
    [`Last ${comparable ? formatChange(entry_price, comparable.close) : ''}`, last_close?.close ?? '–'],
  ];
  return (
    <dl className={`level-strip ${className}`}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
