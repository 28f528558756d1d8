import { Figures } from '#core/web/ui/figure.tsx';
import type { Signal } from '#features/signals/contract/signal.ts';
import { describeState, isActiveState } from '#features/signals/contract/signal-state.ts';

interface StateLineProps {
  signal: Pick<Signal, 'state' | 'call_status'>;
  className?: string;
}

/** What a state adds to its label: the result or the open position, its date, and the reason of a decision. Nothing without these. */
export function StateLine({ signal, className = '' }: StateLineProps) {
  const { state } = signal;
  const text = state.kind === 'awaiting_prices' ? describeWait(signal) : describeState(state);
  if (text === null && state.reason === null) return null;
  const result = Number(state.r_multiple);
  const color = result > 0 ? 'text-gain' : result < 0 ? 'text-loss' : '';
  return (
    <p className={`wrap-anywhere ${className}`}>
      {state.r_multiple !== null && (
        <span className="block text-muted">
          {isActiveState(state)
            ? `Open position${state.targets_hit > 0 ? ' with the parts closed at targets' : ''}, before costs`
            : 'Result before costs'}
        </span>
      )}
      {text !== null && (
        <span className={result === 0 ? '' : `font-semibold ${color}`}>
          {result !== 0 && <span aria-hidden="true">{result > 0 ? '▲ ' : '▼ '}</span>}
          <Figures>{text}</Figures>
        </span>
      )}
      <span>{state.reason !== null && `${text === null ? '' : ': '}${state.reason}`}</span>
    </p>
  );
}

function describeWait({ state, call_status }: StateLineProps['signal']): string {
  if (state.is_old) return 'Prices of earlier days are missing; they decide the result';
  return `${call_status === 'closed' ? 'Closed by the analyst' : 'Last session ended'}; the prices decide the result`;
}
