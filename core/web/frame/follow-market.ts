import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type MarketPeriod, type MarketStatus, readMarketStatus } from '#core/contract/market-status.ts';
import { callEndpoint } from '#core/web/api/call.ts';
import { sendToApi } from '#core/web/api/send.ts';
import { getNow, toServerTime } from '#core/web/api/server-clock.ts';

/** How long the next look at the clock is at most away: timers do not run while a device sleeps. */
const MAX_DELAY_MS = 30_000;

/** Receives a message when a tab of this browser has advanced the demo's clock. */
export const DEMO_CLOCK_CHANNEL = 'tezi:demo-clock';

interface FollowMarketProps {
  rendered: MarketStatus;
  onChange: (period: MarketPeriod) => void;
}

/** Reports the current period when it changes. After the demo's clock was advanced, loads all data on the page again. */
export function FollowMarket({ rendered, onChange }: FollowMarketProps) {
  const queries = useQueryClient();
  useEffect(() => follow(rendered, onChange, queries), [rendered, onChange, queries]);
  return null;
}

function follow(
  rendered: MarketStatus,
  onChange: (period: MarketPeriod) => void,
  queries: QueryClient,
): () => void {
  let status = rendered;
  const isDemo = document.documentElement.dataset.clockOffset !== undefined;
  let clockOffset = toServerTime(0);
  // How far the device's clock is behind; null until a plausible time or a response of the server is available.
  let skewMs = isPlausible(getNow().getTime(), rendered) ? 0 : null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;

  const load = async () => {
    let responseSkewMs: number | null = null;
    status = await callEndpoint(readMarketStatus, {}, async (path, init) => {
      const response = await sendToApi(path, { ...init, cache: 'no-store' });
      responseSkewMs = getSkew(response);
      return response;
    });
    skewMs = responseSkewMs ?? Date.parse(status.as_of) - getNow().getTime();
    if (clockOffset === toServerTime(0)) return;
    clockOffset = toServerTime(0);
    void queries.invalidateQueries();
  };

  /** The time of the demo may have changed since the last look. */
  const update = async (hasClockMoved = isDemo) => {
    clearTimeout(timer);
    const read = () => (skewMs === null ? null : findPeriod(status.periods, getNow().getTime() + skewMs));
    // Without a network the last text stays; it names the time until which it applies.
    if (hasClockMoved || read() === null) await load().catch(() => {});
    if (isEnded) return;
    const current = read();
    if (current) onChange(current.period);
    timer = setTimeout(() => void update(), Math.min(current?.remainingMs ?? MAX_DELAY_MS, MAX_DELAY_MS));
  };

  const onVisible = () => {
    if (document.visibilityState === 'visible') void update();
  };
  document.addEventListener('visibilitychange', onVisible);
  const channel = isDemo ? new BroadcastChannel(DEMO_CLOCK_CHANNEL) : null;
  channel?.addEventListener('message', () => void update());
  void update(false);
  return () => {
    isEnded = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
    channel?.close();
  };
}

/** Returns how far the device's clock is behind that of the server, to the second; `null` if the response does not state it. */
function getSkew({ headers }: Response): number | null {
  const sent = Date.parse(headers.get('Date') ?? '') + Number(headers.get('Age') ?? 0) * 1_000;
  return Number.isFinite(sent) ? sent - Date.now() : null;
}

/** Pages are rendered again after a minute; a difference above this is a wrong clock or an old copy of the page. */
const MAX_DIFFERENCE_MS = 3 * 60_000;

/** Returns whether a time of the device is right, as far as the time at which the page was rendered shows. */
export const isPlausible = (now: number, { as_of }: MarketStatus): boolean =>
  Math.abs(now - Date.parse(as_of)) <= MAX_DIFFERENCE_MS;

/** Returns the period at a time and its remaining duration; `null` if it is not among those whose end is known. */
export function findPeriod(
  periods: readonly MarketPeriod[],
  now: number,
): { period: MarketPeriod; remainingMs: number } | null {
  const index = periods.findLastIndex(({ from }) => Date.parse(from) <= now);
  const period = periods[index];
  const next = periods[index + 1];
  return period && next ? { period, remainingMs: Date.parse(next.from) - now } : null;
}
