import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { SECOND } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import type { PacedBot, TelegramBot } from '#core/server/platform/telegram/telegram-api.ts';
import { telegramPace } from '#features/alerts/server/alerts.tables.ts';

/** The service accepts about 30 within any second. */
const MAX_PER_SECOND = 30;
/** A little less leaves room for the time that messages travel. */
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

/** Gives the bot of a server its pace. */
export function paceBot(bot: TelegramBot, db: Queryable): PacedBot {
  const { waitForTurn, track } = createSharedPacer(db);
  return { ...bot, waitForTurn, sendMessage: (parameters) => track(bot.api('sendMessage', parameters)) };
}

interface SharedPacer extends Pick<PacedBot, 'waitForTurn'> {
  /** Takes note of a message of this server, from its request to the reply. */
  track<Reply>(request: Promise<Reply>): Promise<Reply>;
}

/** Creates the pace of a server, which has its turns from the one that all servers share. */
export function createSharedPacer(db: Queryable): SharedPacer {
  let turns: number[] = [];
  const arrivals = new Arrivals();
  return {
    async waitForTurn(remaining) {
      for (;;) {
        const now = performance.now();
        turns = turns.filter((turn) => turn >= now - MAX_LAG_MS);
        const turn = turns.shift();
        if (turn !== undefined) {
          if (turn - now >= 1) await wait(turn - now);
          while (arrivals.countWithinSecond() >= MAX_PER_SECOND) await wait(WINDOW_POLL_MS);
          return;
        }
        const count = Math.min(Math.max(remaining, 1), MAX_RESERVED);
        const first = (await reserveTurns(db, count)) + performance.now();
        // Others may have reserved turns at the same time.
        turns.push(...Array.from({ length: count }, (_, index) => first + index * INTERVAL_SECONDS * SECOND));
      }
    },
    track: (request) => arrivals.track(request),
  };
}

const WINDOW_POLL_MS = 5;
/** The messages of the last three seconds, and so also those of the last one that have no reply yet. */
const MAX_TRACKED = 100;

/**
 * Estimates when the service received the last messages of this server. Messages that travel for longer than others, such as during the
 * handshake of a new connection, arrive together: with those that follow on schedule they would exceed the limit, and the service would
 * block the bot for half a minute.
 */
class Arrivals {
  #tracked: { sentAt: number; repliedAt: number | null }[] = [];

  async track<Reply>(request: Promise<Reply>): Promise<Reply> {
    const message = { sentAt: performance.now(), repliedAt: null as number | null };
    this.#tracked = [...this.#tracked.slice(1 - MAX_TRACKED), message];
    try {
      return await request;
    } finally {
      message.repliedAt = performance.now();
    }
  }

  /** Counts the messages that arrived within the last second, or may be about to arrive. */
  countWithinSecond(): number {
    const travelMs = Math.min(
      ...this.#tracked.map(({ sentAt, repliedAt }) => (repliedAt ?? Number.POSITIVE_INFINITY) - sentAt),
    );
    const after = performance.now() - SECOND + travelMs;
    return this.#tracked.filter(({ repliedAt }) => repliedAt === null || repliedAt > after).length;
  }
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
