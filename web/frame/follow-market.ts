import { useEffect } from 'react';
import { type MarketPeriod, type MarketStatus, readMarketStatus } from '#contract/market/status.ts';
import { sendToApi } from '#web/api/send.ts';
import { getNow } from '#web/api/server-clock.ts';

/** How long the next look at the clock is at most away: timers do not run while a device sleeps. */
const MAX_DELAY_MS = 5 * 60_000;

interface FollowMarketProps {
  rendered: MarketStatus;
  onChange: (period: MarketPeriod) => void;
}

/** Reports the current period when it changes. */
export function FollowMarket({ rendered, onChange }: FollowMarketProps) {
  useEffect(() => follow(rendered, onChange), [rendered, onChange]);
  return null;
}

function follow(rendered: MarketStatus, onChange: (period: MarketPeriod) => void): () => void {
  let status = rendered;
  // How far the device's clock is behind; null until a plausible time or a response of the server is available.
  let skewMs = isPlausible(getNow().getTime(), rendered) ? 0 : null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;

  const load = async () => {
    const response = await sendToApi(readMarketStatus.path, { cache: 'no-store' });
    if (!response.ok) throw new Error(`HTTP error! status: ${response.status}`);
    const loaded = (await response.json()) as MarketStatus;
    status = loaded;
    skewMs = getSkew(response) ?? Date.parse(loaded.as_of) - getNow().getTime();
  };

  const update = async () => {
    clearTimeout(timer);
    const read = () => (skewMs === null ? null : findPeriod(status.periods, getNow().getTime() + skewMs));
    // Without a network the last text stays; it names the time until which it applies.
    if (read() === null) await load().catch(() => {});
    if (isEnded) return;
    const current = read();
    if (current) onChange(current.period);
    timer = setTimeout(() => void update(), Math.min(current?.remainingMs ?? MAX_DELAY_MS, MAX_DELAY_MS));
  };

  const onVisible = () => {
    if (document.visibilityState === 'visible') void update();
  };
  document.addEventListener('visibilitychange', onVisible);
  void update();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
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
