import { getIpBlock } from '#server/platform/rate-limits/ip-block.ts';

export interface StreamLimits {
  /** The open streams of one IP address; an IPv6 address counts as its /64 network. */
  maxPerIp: number;
  /** The open streams of one account. */
  maxPerAccount: number;
}

/** The open streams of this server. Fewer than its connections, so that requests still get through. */
const MAX_STREAMS = 11_000;

/** Counts the open streams of this server. */
export function createStreamCounter({ maxPerIp, maxPerAccount }: StreamLimits) {
  const counts = new Map<string, number>();
  let total = 0;

  const change = (key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };

  return {
    get open(): number {
      return total;
    },
    /** Counts a stream and returns the function that releases it; `null` beyond a limit. */
    acquire(clientIp: string, accountId: string | null): (() => void) | null {
      const limits: [key: string, max: number][] = [[`ip ${getIpBlock(clientIp)}`, maxPerIp]];
      if (accountId !== null) limits.push([`account ${accountId}`, maxPerAccount]);
      const isFull = total >= MAX_STREAMS || limits.some(([key, max]) => (counts.get(key) ?? 0) >= max);
      if (isFull) return null;
      total += 1;
      for (const [key] of limits) change(key, 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        total -= 1;
        for (const [key] of limits) change(key, -1);
      };
    },
  };
}
