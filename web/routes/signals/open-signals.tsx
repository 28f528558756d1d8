import { LiveStatus } from '#web/signals/live/live-status.tsx';
import { isOpenSignal } from '#web/signals/signal-labels.ts';
import { OpenSignalsFailure } from './open-signals-failure.tsx';
import { NO_FILTERS } from './psx/filters.ts';
import { useSignals } from './psx/use-signals.ts';

/** The number of intraday signals in progress, and the newest one. */
export function OpenSignals() {
  const { data, isError, refetch } = useSignals('intraday', NO_FILTERS, null);
  const open = data?.results.filter(isOpenSignal) ?? [];
  // The list starts with the newest open signal.
  const [newest] = open;
  return (
    <>
      {data && (
        <span data-signal={newest?.id} className="rounded-box">
          {newest ? `${open.length}, newest ${newest.symbol}` : 'None now'}
        </span>
      )}
      {!data && isError && <OpenSignalsFailure onRetry={() => void refetch()} />}
      <LiveStatus />
    </>
  );
}
