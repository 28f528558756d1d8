import { HOUR } from '#server/platform/clock.ts';
import { getIpBlock } from '#server/platform/rate-limits/ip-block.ts';
import type { EventRow } from './store-event.ts';

/**
 * How many incidents a server stores an hour, by whose account they are about. The budgets are separate, so that failures
 * without an account cannot use up the rows of an administrator's.
 */
const MAX_PER_HOUR = { administrator: 100, customer: 100, none: 200 } as const;

/** How many of them may come from one IPv4 address or /64, so that one client cannot use up the budget of all. */
const MAX_PER_BLOCK = 20;

/** How many rows an hour sum up the further incidents of one IPv4 address or /64. */
const MAX_BLOCK_SUMMARIES_PER_HOUR = 200;

/** Whether an incident is stored, summed up with others of its IP address, or counted by kind alone. */
export type Storage = 'incident' | 'block-summary' | 'summary';

/** Bounds the rows of a flood: 400 incidents with as many rows of repetitions, and 200 summaries, an hour. */
export function createIncidentBudgets() {
  let hour = 0;
  const used = new Map<string, number>();

  function take(key: string, max: number): boolean {
    const count = used.get(key) ?? 0;
    if (count >= max) return false;
    used.set(key, count + 1);
    return true;
  }

  function startHour(now: Date): void {
    const current = Math.floor(now.getTime() / HOUR);
    if (current === hour) return;
    hour = current;
    used.clear();
  }

  return {
    /** Takes an incident from the budgets of its account kind and IP address. */
    take({ accountKind, clientIp }: EventRow, now: Date): Storage {
      startHour(now);
      const pool = accountKind === 'administrator' || accountKind === 'customer' ? accountKind : 'none';
      const block = clientIp ? `${pool} ${getIpBlock(clientIp)}` : null;
      // A block that has used up its budget takes nothing from that of others.
      if (block !== null && (used.get(block) ?? 0) >= MAX_PER_BLOCK) return 'block-summary';
      // Blocks are remembered only while the pool lasts, which bounds the memory.
      if (!take(pool, MAX_PER_HOUR[pool])) return 'summary';
      if (block !== null) take(block, MAX_PER_BLOCK);
      return 'incident';
    },
    /** Whether one more summary of an IP address may be stored. */
    takeBlockSummary(now: Date): boolean {
      startHour(now);
      return take('block summaries', MAX_BLOCK_SUMMARIES_PER_HOUR);
    },
  };
}
