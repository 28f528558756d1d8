import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { getAnnouncement, subscribeToAnnouncements } from './announcements.ts';
import { describeState } from './describe-state.ts';
import { followLiveSignals, getLiveState, subscribeToLiveState } from './live-signals.ts';

interface LiveStatusProps {
  /** When the list was last loaded, on the browser's clock; 0 if it was not. Without it, the state is not shown. */
  updatedAt?: number;
}

/** Keeps the lists of signals up to date while it is mounted. Shows how, and announces changes to screen readers. */
export function LiveStatus({ updatedAt }: LiveStatusProps) {
  const queries = useQueryClient();
  useEffect(() => followLiveSignals(queries), [queries]);
  const announcement = useSyncExternalStore(subscribeToAnnouncements, getAnnouncement);
  return (
    <>
      {updatedAt !== undefined && <State updatedAt={updatedAt} />}
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}

function State({ updatedAt }: { updatedAt: number }) {
  const state = useSyncExternalStore(subscribeToLiveState, getLiveState);
  if (state === 'polling') return <Updated at={updatedAt} />;
  const text = describeState(state, updatedAt, updatedAt);
  if (text === null) return null;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span
        aria-hidden="true"
        className={`size-2 rounded-full border ${state === 'live' ? 'border-accent bg-accent' : 'border-line-strong'}`}
      />
      {text}
    </span>
  );
}

const TICK_MS = 5_000;

function Updated({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const text = describeState('polling', at, now);
  return text && <span className="whitespace-nowrap">{text}</span>;
}
