import { useSyncExternalStore } from 'react';
import { formatTimestampWithSeconds } from '#contract/dates.ts';
import { getNow } from '#web/api/server-clock.ts';

const SECOND_MS = 1_000;

/** The demo's current time, updated every second; without scripts the time at which the page was rendered. */
export function CurrentTime({ rendered }: { rendered: string }) {
  const second = useSyncExternalStore(
    subscribe,
    () => Math.floor(getNow().getTime() / SECOND_MS),
    () => null,
  );
  const at = second === null ? rendered : new Date(second * SECOND_MS).toISOString();
  return (
    <time dateTime={at} className="figures">
      {formatTimestampWithSeconds(at)}
    </time>
  );
}

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, SECOND_MS);
  return () => clearInterval(timer);
}
