import { HOUR } from '#server/platform/clock.ts';
import { getIpBlock } from '#server/platform/rate-limits/ip-block.ts';
import type { EventRow } from './store-event.ts';

/**
 * The incidents that a server stores per hour, by account kind. The budgets are separate, so that failures without an
 * account cannot use up the budget for administrators.
 */
const MAX_PER_HOUR = { administrator: 100, customer: 100, none: 200 } as const;

/** The share of one IPv4 address or /64, so that one client cannot use up the whole budget. */
const MAX_PER_BLOCK = 20;

/** The rows per hour that summarize further incidents of an IPv4 address or /64. */
const MAX_BLOCK_SUMMARIES_PER_HOUR = 200;

/** Stores an incident as a row, in the summary of its IP address, or in the summary of its kind. */
export type Storage = 'incident' | 'block-summary' | 'summary';

/** Limits the rows that a flood can add per hour: 400 incidents, as many rows of repetitions, and 200 summaries. */
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
      // A block that has used up its share takes nothing from the pool.
      if (block !== null && (used.get(block) ?? 0) >= MAX_PER_BLOCK) return 'block-summary';
      // Blocks are counted only while the pool lasts, which limits the memory.
      if (!take(pool, MAX_PER_HOUR[pool])) return 'summary';
      if (block !== null) take(block, MAX_PER_BLOCK);
      return 'incident';
    },
    /** Returns true if one more summary of an IP address may be stored. */
    takeBlockSummary(now: Date): boolean {
      startHour(now);
      return take('block summaries', MAX_BLOCK_SUMMARIES_PER_HOUR);
    },
  };
}
