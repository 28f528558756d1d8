import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { getAnnouncement, subscribeToAnnouncements } from './announcements.ts';
import { describeState } from './describe-state.ts';
import { followLiveSignals, getLiveState, isTypeReadable, subscribeToLiveState } from './live-signals.ts';

interface LiveStatusProps {
  /** When the signals were last loaded, on the browser's clock; 0 if they were not. Without it, the state is not shown. */
  updatedAt?: number;
  /** The type of signals that the state is about. It is not live for users who may not read their changes. */
  type?: SignalType;
}

/** Keeps the signals on the page up to date while it is mounted. Shows how, and announces changes to screen readers. */
export function LiveStatus({ updatedAt, type }: LiveStatusProps) {
  const queries = useQueryClient();
  useEffect(() => followLiveSignals(queries), [queries]);
  const announcement = useSyncExternalStore(subscribeToAnnouncements, getAnnouncement);
  return (
    <>
      {updatedAt !== undefined && <State updatedAt={updatedAt} type={type} />}
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}

function State({ updatedAt, type }: { updatedAt: number; type: SignalType | undefined }) {
  const state = useSyncExternalStore(subscribeToLiveState, getLiveState);
  const isReadable = useSyncExternalStore(
    subscribeToLiveState,
    () => type === undefined || isTypeReadable(type),
  );
  if (state === 'live' && !isReadable) return null;
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
