import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { telegramPace } from '#server/domains/alerts/alerts.tables.ts';
import { SECOND } from '#server/platform/clock.ts';
import type { Queryable } from '#server/platform/database.ts';

/** The service accepts about 30 a second. A little less leaves room for the time that messages travel. */
export const PER_SECOND = 29.5;
const INTERVAL_SECONDS = 1 / PER_SECOND;
/** Turns are reserved for what is sent within a second. */
const MAX_RESERVED = 29;
/** Timers are late by milliseconds. A turn that is missed by more is lost, so that messages never catch up in a burst. */
const MAX_LAG_MS = 20;

/** Reserves the next turns of all servers together. Returns in how many milliseconds the first of them is. */
async function reserveTurns(db: Queryable, count: number): Promise<number> {
  const { nextAt } = telegramPace;
  const length = sql`${count * INTERVAL_SECONDS} * interval '1 s'`;
  const [row] = await db
    .insert(telegramPace)
    .values({ id: 1, nextAt: sql`clock_timestamp() + ${length}`, pausedUntil: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: telegramPace.id,
      set: { nextAt: sql`greatest(${nextAt}, clock_timestamp()) + ${length}` },
    })
    .returning({
      startsIn:
        sql<number>`(extract(epoch from ${nextAt} - clock_timestamp()) - ${count * INTERVAL_SECONDS}) * 1000`.mapWith(
          Number,
        ),
    });
  return Math.max(0, row?.startsIn ?? 0);
}

/** Returns a function that waits for the next turn. Its argument is the number of messages that are about to be sent. */
export function createSharedPacer(db: Queryable): (remaining: number) => Promise<void> {
  let turns: number[] = [];
  return async (remaining) => {
    for (;;) {
      const now = performance.now();
      turns = turns.filter((turn) => turn >= now - MAX_LAG_MS);
      const turn = turns.shift();
      if (turn !== undefined) {
        if (turn - now >= 1) await wait(turn - now);
        return;
      }
      const count = Math.min(Math.max(remaining, 1), MAX_RESERVED);
      const first = (await reserveTurns(db, count)) + performance.now();
      turns = Array.from({ length: count }, (_, index) => first + index * INTERVAL_SECONDS * SECOND);
    }
  };
}

/** Returns for how many milliseconds the service has asked to send nothing. */
export async function readPauseMs(db: Queryable): Promise<number> {
  const [row] = await db
    .select({
      ms: sql<number>`extract(epoch from ${telegramPace.pausedUntil} - clock_timestamp()) * 1000`.mapWith(
        Number,
      ),
    })
    .from(telegramPace);
  return Math.max(0, row?.ms ?? 0);
}

/** Makes all servers send nothing for a while. */
export async function pauseTelegram(db: Queryable, ms: number): Promise<void> {
  const until = sql`clock_timestamp() + ${ms / SECOND} * interval '1 s'`;
  await db
    .insert(telegramPace)
    .values({ id: 1, nextAt: sql`clock_timestamp()`, pausedUntil: until })
    .onConflictDoUpdate({
      target: telegramPace.id,
      set: { pausedUntil: sql`greatest(${telegramPace.pausedUntil}, ${until})` },
    });
}
