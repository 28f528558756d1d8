import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { parseId } from '#core/server/http/parse-id.ts';
import { type Clock, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import { badRequest, notFound } from '#core/server/platform/http-error.ts';
import { enqueueAll } from '#core/server/platform/jobs/enqueue.ts';
import type { Jobs } from '#core/server/platform/jobs/jobs.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { formatPaisa, readQuotes } from '#features/market/server/prices/prices.ts';
import {
  addLevel,
  isLevelReached,
  type Level,
  type LevelKind,
  listLevels,
  MAX_LEVELS,
  removeLevel,
} from '#features/positions/contract/levels.ts';
import { lockPositions } from './positions.queries.ts';
import { priceLevels } from './positions.tables.ts';
import { toPaisa } from './rules/amounts.ts';

type LevelRow = typeof priceLevels.$inferSelect;

/** Serves the prices on which a customer is alerted. */
export function levelRoutes({ handle, database, clock, companies }: RouteDependencies): void {
  handle(listLevels, async ({ caller }) => {
    const rows = await database.db
      .select()
      .from(priceLevels)
      .where(eq(priceLevels.userId, caller.userId))
      .orderBy(asc(priceLevels.symbol), asc(priceLevels.id));
    return { results: rows.map(presentLevel) };
  });

  handle(addLevel, async ({ caller: { userId }, body }) => {
    const { symbol, kind, value, is_repeating: isRepeating } = body;
    if ((await companies.find(symbol)) === null)
      throw badRequest('unknown_company', { symbol: [`No company has the symbol ${symbol}.`] });
    if (Number(value) === 0) throw badRequest('invalid_level', { value: ['Enter a value above zero.'] });
    return database.transaction(async (tx) => {
      await lockPositions(tx, userId);
      if ((await tx.$count(priceLevels, eq(priceLevels.userId, userId))) >= MAX_LEVELS)
        throw badRequest('too_many_levels', {
          symbol: [`You have ${MAX_LEVELS} levels, the most possible. Remove one first.`],
        });
      const [row] = await tx
        .insert(priceLevels)
        .values({ userId, symbol, kind, value, isRepeating, createdAt: clock.now() })
        .returning();
      return presentLevel(row as LevelRow);
    });
  });

  handle(removeLevel, async ({ caller: { userId }, params }) => {
    const isOwn = and(eq(priceLevels.userId, userId), eq(priceLevels.id, parseId(params.id)));
    const removed = await database.db.delete(priceLevels).where(isOwn).returning({ id: priceLevels.id });
    if (removed.length === 0) throw notFound();
  });
}

const presentLevel = (row: LevelRow): Level => ({
  id: row.id,
  symbol: row.symbol,
  kind: row.kind,
  value: row.value,
  is_repeating: row.isRepeating,
  created_at: row.createdAt.toISOString(),
  triggered_on: row.triggeredOn,
  triggered_close: row.triggeredClose === null ? null : formatPaisa(row.triggeredClose),
  is_active: row.endedAt === null,
});

/** A close that reached a level. */
interface LevelAlert {
  levelId: number;
  userId: string;
  symbol: string;
  /** That of the close. */
  date: LocalDate;
  /** RFC 3339. */
  occurredAt: string;
}

/** Jobs for levels that were reached. The alerts feature handles them. */
export const levelAlertQueue = defineQueue<LevelAlert>('level-alert', {
  timeLimitMs: 10 * MINUTE,
  retries: { maxAttempts: 8, firstDelayMs: 5 * SECOND, longestDelayMs: 10 * MINUTE },
});

const checkLevelsQueue = defineQueue('check-price-levels', {
  timeLimitMs: 5 * MINUTE,
  isExclusive: true,
});
const EVERY_TEN_MINUTES = '*/10 * * * *';
/** So many levels are compared at once. */
const LEVELS_PER_BATCH = 2_000;

interface LevelDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
}

/** Compares the levels of customers with the last closes every few minutes. */
export function scheduleLevels(jobs: Jobs, dependencies: LevelDependencies): void {
  jobs.handleSchedule(checkLevelsQueue, { cron: EVERY_TEN_MINUTES, isRunAtStart: true }, ({ signal }) =>
    checkLevels(dependencies, signal),
  );
}

/** A close in paisa, and the one before it in shares of its day. */
interface LastClose {
  date: LocalDate;
  close: number;
  previousClose: number | null;
}

async function readCloses(
  db: Queryable,
  symbols: readonly string[],
  logger: Logger,
): Promise<Map<string, LastClose>> {
  const quotes = await readQuotes(db, symbols, (symbol, error) =>
    logger.warn({ err: error, symbol }, 'the close of a company could not be calculated'),
  );
  return new Map(
    [...quotes].map(([symbol, { date, close, previousClose }]) => [
      symbol,
      { date, close: toPaisa(close), previousClose: previousClose === null ? null : toPaisa(previousClose) },
    ]),
  );
}

export async function checkLevels(
  { database, clock, logger }: LevelDependencies,
  signal: AbortSignal,
): Promise<void> {
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const levels = await database.db
      .select()
      .from(priceLevels)
      .where(and(isNull(priceLevels.endedAt), gt(priceLevels.id, after)))
      .orderBy(asc(priceLevels.id))
      .limit(LEVELS_PER_BATCH);
    const last = levels.at(-1);
    if (!last) return;
    after = last.id;
    const symbols = [...new Set(levels.map(({ symbol }) => symbol))];
    const closes = await readCloses(database.db, symbols, logger);
    await storeReached(database, levels, closes, clock.now());
  }
}

/** Stores which levels were reached, with the jobs of their alerts, and which can be reached again. */
async function storeReached(
  database: Database,
  levels: readonly LevelRow[],
  closes: ReadonlyMap<string, LastClose>,
  now: Date,
): Promise<void> {
  const reached: { level: LevelRow; last: LastClose }[] = [];
  const armed: number[] = [];
  for (const level of levels) {
    const last = closes.get(level.symbol);
    // An earlier close was known when the level was added.
    if (!last || last.date < toKarachiDate(level.createdAt)) continue;
    const isReached = isLevelReached(level, last);
    if (!isReached && !level.isArmed) armed.push(level.id);
    // A change is one of a day, whatever the day before was.
    const canAlert = level.isArmed || level.kind === 'change';
    if (isReached && canAlert && last.date !== level.triggeredOn) reached.push({ level, last });
  }
  if (reached.length + armed.length === 0) return;
  await database.transaction(async (tx) => {
    if (armed.length > 0)
      await tx.update(priceLevels).set({ isArmed: true }).where(isOneOf(priceLevels.id, armed));
    const alerts: LevelAlert[] = [];
    for (const { level, last } of reached) {
      const stored = await tx
        .update(priceLevels)
        .set({
          isArmed: false,
          triggeredOn: last.date,
          triggeredClose: last.close,
          endedAt: level.isRepeating ? null : now,
        })
        .where(and(eq(priceLevels.id, level.id), isNull(priceLevels.endedAt)))
        .returning({ id: priceLevels.id });
      const { id: levelId, userId, symbol } = level;
      // It was removed since it was read.
      if (stored.length === 0) continue;
      alerts.push({ levelId, userId, symbol, date: last.date, occurredAt: now.toISOString() });
    }
    if (alerts.length > 0)
      await enqueueAll(
        tx,
        levelAlertQueue,
        alerts.map((data) => ({ data })),
      );
  });
}

/** A level on which its customer is alerted, as it is now. */
export interface AlertedLevel {
  symbol: string;
  kind: LevelKind;
  value: string;
  triggeredOn: LocalDate | null;
  /** In rupees. */
  triggeredClose: string | null;
}

/** Returns the levels that still exist. */
export async function readAlertedLevels(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, AlertedLevel>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(priceLevels).where(isOneOf(priceLevels.id, ids));
  return new Map(
    rows.map(({ id, symbol, kind, value, triggeredOn, triggeredClose }) => [
      id,
      {
        ...{ symbol, kind, value, triggeredOn },
        triggeredClose: triggeredClose === null ? null : formatPaisa(triggeredClose),
      },
    ]),
  );
}
