import { Link } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { SIGNAL_TYPES, type SignalType } from '#features/signals/contract/signal-types.ts';
import { TYPE_LABELS } from './signal-labels.ts';

const PATHS: Record<SignalType, string> = {
  intraday: paths.intradaySignals,
  swing: paths.swingSignals,
  investment: paths.investmentSignals,
};

/** Links to the signals of each type, next to a link to all signals. */
export function TypeLinks({ className = '' }: { className?: string }) {
  return (
    <nav aria-label="Types of signals" className={`flex flex-wrap gap-x-4 text-sm ${className}`}>
      {SIGNAL_TYPES.map((type) => (
        <Link key={type} to={PATHS[type]} className="link inline-flex min-h-8 items-center">
          {TYPE_LABELS[type]}
        </Link>
      ))}
    </nav>
  );
}
