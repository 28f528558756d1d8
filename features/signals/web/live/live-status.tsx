import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import type { LiveState } from '#features/signals/web/live/stream/stream-connection.ts';
import { followLiveSignals } from './live-signals.ts';
import { getLive, subscribeToLive } from './live-store.ts';
import { NewSignals } from './new-signals.tsx';

interface LiveStatusProps {
  /** When the signals were last loaded, on the browser's clock; 0 if they were not. Without it, the state is not shown. */
  updatedAt?: number;
  /** The type of signals that the state is about. It is not live for users who may not read their changes. */
  type?: SignalType;
}

/**
 * Keeps the signals on the page up to date while it is mounted. Shows how, leads to new signals outside the window, and announces
 * changes to screen readers.
 */
export function LiveStatus({ updatedAt, type }: LiveStatusProps) {
  const queries = useQueryClient();
  useEffect(() => followLiveSignals(queries), [queries]);
  const { state, types, announcement } = useSyncExternalStore(subscribeToLive, getLive);
  const isReadable = type === undefined || types.includes(type);
  return (
    <>
      <NewSignals />
      {updatedAt !== undefined && (state !== 'live' || isReadable) && (
        <State key={state} state={state} updatedAt={updatedAt} />
      )}
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}

const TICK_MS = 5_000;

function State({ state, updatedAt }: { state: LiveState; updatedAt: number }) {
  const [now, setNow] = useState(Date.now);
  const isPolling = state === 'polling';
  useEffect(() => {
    const timer = isPolling ? setInterval(() => setNow(Date.now()), TICK_MS) : undefined;
    return () => clearInterval(timer);
  }, [isPolling]);
  const text = describeState(state, updatedAt, now);
  if (text === null || isPolling) return text && <span className="whitespace-nowrap">{text}</span>;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span
        aria-hidden="true"
        className={`size-2 rounded-full border ${state === 'live' ? 'border-accent bg-accent' : 'border-line-strong'}`}
      />
      <span>{text}</span>
    </span>
  );
}

/**
 * Describes how signals are updated; `null` while nothing is known. `updatedAt` is when they were last loaded, 0 if they were not, and
 * both times are those of the browser's clock.
 */
export function describeState(state: LiveState, updatedAt: number, now: number): string | null {
  if (state === 'connecting') return null;
  if (state === 'polling') return updatedAt > 0 ? formatUpdatedAgo(updatedAt, now) : null;
  return state === 'live' ? 'Live' : 'Reconnecting';
}

/** Formats the age of signals that are loaded repeatedly, for example `Updated 20 seconds ago`. */
function formatUpdatedAgo(at: number, now: number): string {
  const seconds = Math.floor((now - at) / 1_000);
  if (seconds < 10) return 'Updated just now';
  if (seconds < 60) return `Updated ${seconds - (seconds % 10)} seconds ago`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `Updated ${formatCount(minutes, 'minute')} ago`;
  return `Updated ${formatCount(Math.floor(minutes / 60), 'hour')} ago`;
}

const formatCount = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
