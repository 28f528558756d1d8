import Big from 'big.js';
import { and, asc, eq, gte, isNull, or, sql } from 'drizzle-orm';
import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { parseId } from '#core/server/http/parse-id.ts';
import { type Clock, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { isOneOf, toColumns } from '#core/server/platform/database/parameters.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import { badRequest, notFound } from '#core/server/platform/http-error.ts';
import { enqueue, enqueueAll } from '#core/server/platform/jobs/enqueue.ts';
import type { Jobs } from '#core/server/platform/jobs/jobs.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { COMPANY_CHANGES, cacheCompanies, readStatusEdits } from '#features/market/server/market.ts';
import {
  formatPaisa,
  listAdjustmentsOf,
  listBarsOf,
  listClosesUntil,
} from '#features/market/server/prices/prices.ts';
import {
  addLevel,
  isLevelReached,
  type Level,
  type LevelKind,
  listLevels,
  MAX_LEVEL_PERCENT,
  MAX_LEVEL_RUPEES,
  MAX_LEVELS,
  removeLevel,
} from '#features/positions/contract/levels.ts';
import { lockPositions } from './positions.queries.ts';
import { priceLevels } from './positions.tables.ts';
import type { ClosePoint, SymbolNames } from './rules/history.ts';
import { createNames, listSymbolChanges } from './rules/to-actions.ts';

type LevelRow = typeof priceLevels.$inferSelect;

/** Serves the prices on which a customer is alerted. */
export function levelRoutes({ handle, database, clock, companies }: RouteDependencies): void {
  const getCompanies = cacheCompanies(database);
  const readSharesOf = async (db: Queryable, levels: readonly Pick<LevelRow, 'symbol'>[]) =>
    readShares(db, levels, (await getCompanies()).statusEdits);

  handle(listLevels, async ({ caller }) => {
    const rows = await database.db
      .select()
      .from(priceLevels)
      .where(eq(priceLevels.userId, caller.userId))
      .orderBy(asc(priceLevels.symbol), asc(priceLevels.id));
    const shares = await readSharesOf(database.db, rows);
    const today = toKarachiDate(clock.now());
    return { results: rows.map((row) => presentLevel(row, shares, today)) };
  });

  handle(addLevel, async ({ caller: { userId }, body }) => {
    const { symbol, kind, value, is_repeating: isRepeating } = body;
    if ((await companies.find(symbol)) === null)
      throw badRequest('unknown_company', { symbol: [`No company has the symbol ${symbol}.`] });
    const problem = findValueProblem(kind, Number(value));
    if (problem) throw badRequest('invalid_level', { value: [problem] });
    const now = clock.now();
    const today = toKarachiDate(now);
    const shares = await readSharesOf(database.db, [{ symbol }]);
    const last = await findLastClose(database.db, shares, today);
    const isBeyond =
      kind !== 'change' && last !== null && isLevelReached({ kind, value }, { ...last, previousClose: null });
    return database.transaction(async (tx) => {
      await lockPositions(tx, userId);
      if ((await tx.$count(priceLevels, eq(priceLevels.userId, userId))) >= MAX_LEVELS)
        throw badRequest('too_many_levels', {
          symbol: [`You have ${MAX_LEVELS} levels, the most possible. Remove one first.`],
        });
      const [row] = await tx
        .insert(priceLevels)
        .values({
          ...{ userId, symbol, kind, value, isRepeating, createdAt: now },
          ...{ isArmed: !isBeyond, comparedOn: today },
          comparedClose: last?.date === today ? last.close : null,
        })
        .returning();
      return presentLevel(row as LevelRow, shares, today);
    });
  });

  handle(removeLevel, async ({ caller: { userId }, params }) => {
    const isOwn = and(eq(priceLevels.userId, userId), eq(priceLevels.id, parseId(params.id)));
    const removed = await database.db.delete(priceLevels).where(isOwn).returning({ id: priceLevels.id });
    if (removed.length === 0) throw notFound();
  });
}

function findValueProblem(kind: LevelKind, value: number): string | null {
  if (value === 0) return 'Enter a value above zero.';
  if (kind === 'change') return value > MAX_LEVEL_PERCENT ? `Enter at most ${MAX_LEVEL_PERCENT} %.` : null;
  return value > MAX_LEVEL_RUPEES ? `Enter at most Rs. ${MAX_LEVEL_RUPEES.toLocaleString('en')}.` : null;
}

/** What makes the prices of companies comparable: their names, and the factors of bonuses, splits and rights. */
interface Shares {
  names: SymbolNames;
  /** All names of all companies. */
  symbols: readonly string[];
  /** By the newest name of the company. */
  adjustments: ReadonlyMap<string, readonly Adjustment[]>;
}

interface Adjustment {
  exDate: LocalDate;
  factor: string;
}

async function readShares(
  db: Queryable,
  levels: readonly Pick<LevelRow, 'symbol'>[],
  statusEdits: Awaited<ReturnType<typeof readStatusEdits>>,
): Promise<Shares> {
  const names = createNames(listSymbolChanges(COMPANY_CHANGES, statusEdits));
  const companies = new Set(levels.map(({ symbol }) => names.resolve(symbol)));
  const symbols = [...companies].flatMap((company) => names.listNames(company));
  const adjustments = symbols.length === 0 ? [] : await listAdjustmentsOf(db, symbols);
  return { names, symbols, adjustments: Map.groupBy(adjustments, ({ symbol }) => names.resolve(symbol)) };
}

/** Returns the product of the adjustment factors after one date and until another. */
const getFactor = (
  adjustments: readonly Adjustment[] | undefined,
  { after, until }: { after: LocalDate; until: LocalDate },
): Big =>
  (adjustments ?? [])
    .filter(({ exDate }) => exDate > after && exDate <= until)
    .reduce((product, { factor }) => product.times(factor), new Big(1));

/** Returns the value of a level, adjusted to the shares of a date. It was entered in shares of the day on which it was added. */
function getValueOn(
  { symbol, kind, value, createdAt }: LevelRow,
  { names, adjustments }: Shares,
  date: LocalDate,
): string {
  if (kind === 'change') return value;
  const period = { after: toKarachiDate(createdAt), until: date };
  return new Big(value).times(getFactor(adjustments.get(names.resolve(symbol)), period)).toFixed(2);
}

const presentLevel = (row: LevelRow, shares: Shares, date: LocalDate): Level => ({
  id: row.id,
  symbol: shares.names.resolve(row.symbol),
  kind: row.kind,
  value: getValueOn(row, shares, date),
  entered_value: row.value,
  is_repeating: row.isRepeating,
  is_armed: row.isArmed,
  created_at: row.createdAt.toISOString(),
  triggered_on: row.triggeredOn,
  triggered_close: row.triggeredClose === null ? null : formatPaisa(row.triggeredClose),
  is_active: row.endedAt === null,
});

/** Returns the last close of a company, in shares of a date. */
async function findLastClose(
  db: Queryable,
  { symbols, names, adjustments }: Shares,
  date: LocalDate,
): Promise<ClosePoint | null> {
  const closes = await listClosesUntil(
    db,
    symbols.map((symbol) => ({ symbol, date })),
  );
  const [last] = [...closes.values()].flat().toSorted((a, b) => b.date.localeCompare(a.date));
  if (!last) return null;
  const [company = ''] = symbols.map(names.resolve);
  return {
    date: last.date,
    close: scale(last.close, getFactor(adjustments.get(company), { after: last.date, until: date })),
  };
}

const scale = (close: number, factor: Big): number => Number(factor.times(close).round(0, Big.roundHalfUp));

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

export const checkLevelsQueue = defineQueue('check-price-levels', {
  timeLimitMs: 5 * MINUTE,
  isExclusive: true,
});
const EVERY_TEN_MINUTES = '7-57/10 * * * *';
/** Waits, so that the many changes of an import cause one check. */
const PAUSE_MS = 10 * SECOND;
/** The most levels that are compared at once. */
const LEVELS_PER_BATCH = 2_000;
/** Older closes cause no alert, and corrections of them are ignored. */
const MAX_DAYS = 31;

interface LevelDependencies {
  database: Database;
  clock: Clock;
}

/** Compares the levels of customers with the closes after each change of prices, and every ten minutes in case one was missed. */
export function scheduleLevels(
  jobs: Jobs,
  { logger, ...dependencies }: LevelDependencies & { logger: Logger },
): void {
  const { database } = dependencies;
  jobs.handleSchedule(
    checkLevelsQueue,
    { cron: EVERY_TEN_MINUTES, isRunAtStart: true },
    async ({ signal }) => {
      await checkLevels(dependencies, signal);
    },
  );
  let timer: NodeJS.Timeout | undefined;
  database.changes.subscribe((topic) => {
    if (timer !== undefined || (topic !== 'prices' && topic !== null)) return;
    timer = setTimeout(() => {
      timer = undefined;
      database
        .transaction((tx) => enqueue(tx, checkLevelsQueue, {}))
        .catch((error: unknown) => logger.warn({ err: error }, 'queuing the check of price levels failed'));
    }, PAUSE_MS).unref();
  });
}

/** Compares all levels with the closes since their last comparison. */
export async function checkLevels(
  { database, clock }: LevelDependencies,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const until = toKarachiDate(now);
  const since = addDays(until, -MAX_DAYS);
  const statusEdits = await readStatusEdits(database.db);
  // Levels of the same company are compared together, so that its closes are read once.
  for (let after = { symbol: '', id: 0 }; ; ) {
    signal.throwIfAborted();
    const levels = await database.db
      .select()
      .from(priceLevels)
      .where(
        and(
          or(isNull(priceLevels.endedAt), gte(priceLevels.triggeredOn, since)),
          sql`(${priceLevels.symbol}, ${priceLevels.id}) > (${after.symbol}, ${after.id})`,
        ),
      )
      .orderBy(asc(priceLevels.symbol), asc(priceLevels.id))
      .limit(LEVELS_PER_BATCH);
    const last = levels.at(-1);
    if (!last) return;
    after = last;
    const shares = await readShares(database.db, levels, statusEdits);
    const closes = await listCompanyCloses(database.db, shares, { since, until });
    const compared = levels.map((level) => compareLevel(level, { shares, closes, since, now }));
    await storeCompared(database, compared, now);
  }
}

/** A close with the one before it in shares of its day, both in paisa. */
interface ComparedClose extends ClosePoint {
  previousClose: number | null;
}

/** Returns the closes of companies by date, under all their names. */
async function listCompanyCloses(
  db: Queryable,
  { names, symbols, adjustments }: Shares,
  { since, until }: { since: LocalDate; until: LocalDate },
): Promise<ReadonlyMap<string, readonly ComparedClose[]>> {
  const asked = symbols.map((symbol) => ({ symbol, date: addDays(since, -1) }));
  const earlier = await listClosesUntil(db, asked);
  const bars = await listBarsOf(db, symbols, { from: since, until });
  return new Map(
    [...new Set(symbols.map(names.resolve))].map((company) => {
      const all = names
        .listNames(company)
        .flatMap((name): ComparedClose[] => [
          ...(earlier.get(name) ?? []).map((close) => ({ ...close, previousClose: null })),
          ...(bars.get(name) ?? []),
        ]);
      const sorted = all.toSorted((a, b) => a.date.localeCompare(b.date));
      const closes = sorted.map(({ date, close, previousClose }, index) => {
        const before = sorted[index - 1];
        const adjust = ({ date: after, close: paisa }: ClosePoint) =>
          scale(paisa, getFactor(adjustments.get(company), { after, until: date }));
        return { date, close, previousClose: previousClose ?? (before ? adjust(before) : null) };
      });
      return [company, closes.filter(({ date }) => date >= since)];
    }),
  );
}

interface ComparedLevel {
  before: LevelRow;
  /** The same row if nothing has changed. */
  after: LevelRow;
  /** The newest name of its company. */
  company: string;
  /** The dates of the closes of which it alerts. */
  alertedOn: LocalDate[];
}

/** Compares a level with the closes since its last comparison, and with a later correction of the last one that was compared. */
function compareLevel(
  before: LevelRow,
  {
    shares,
    closes: all,
    since,
    now,
  }: { shares: Shares; closes: ReadonlyMap<string, readonly ComparedClose[]>; since: LocalDate; now: Date },
): ComparedLevel {
  const { kind, isRepeating } = before;
  const company = shares.names.resolve(before.symbol);
  const closes = all.get(company) ?? [];
  const isReached = (close: ComparedClose) =>
    isLevelReached({ kind, value: getValueOn(before, shares, close.date) }, close);
  const alertedOn: LocalDate[] = [];
  let after = before;
  if (before.triggeredOn !== null && before.triggeredOn >= since) {
    const trigger = closes.find(({ date }) => date === before.triggeredOn);
    const hasNoPreviousClose = kind === 'change' && trigger?.previousClose === null;
    // The close was corrected or removed, or its ex-date was recorded later.
    if (!trigger || (!hasNoPreviousClose && !isReached(trigger)))
      after = {
        ...before,
        ...{ isArmed: true, triggeredOn: null, triggeredClose: null, endedAt: null },
        ...{ comparedOn: before.triggeredOn, comparedClose: trigger?.close ?? null },
      };
    else if (trigger.close !== before.triggeredClose) after = { ...before, triggeredClose: trigger.close };
  }
  for (const close of closes) {
    if (after.endedAt !== null) break;
    const { date } = close;
    const isCompared = date === after.comparedOn && close.close === after.comparedClose;
    if (date < after.comparedOn || isCompared) continue;
    after = { ...after, comparedOn: date, comparedClose: close.close };
    // A daily change does not depend on the days before.
    const canAlert = after.isArmed || kind === 'change';
    if (!isReached(close)) after.isArmed = true;
    else if (canAlert && date !== after.triggeredOn) {
      const endedAt = isRepeating ? null : now;
      after = { ...after, isArmed: false, triggeredOn: date, triggeredClose: close.close, endedAt };
      alertedOn.push(date);
    }
  }
  return { before, after, company, alertedOn };
}

/** Stores what has changed, with the jobs of the alerts. */
async function storeCompared(
  database: Database,
  compared: readonly ComparedLevel[],
  now: Date,
): Promise<void> {
  const changed = compared.filter(({ before, after }) => after !== before);
  if (changed.length === 0) return;
  const column = toColumns(changed.map(({ after }) => after));
  await database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      update ${priceLevels} as level set is_armed = given.is_armed, triggered_on = given.triggered_on,
        triggered_close = given.triggered_close, ended_at = given.ended_at, compared_on = given.compared_on,
        compared_close = given.compared_close
      from unnest(${column('id')}::integer[], ${column('isArmed')}::boolean[], ${column('triggeredOn')}::date[],
        ${column('triggeredClose')}::integer[], ${column('endedAt')}::timestamptz[], ${column('comparedOn')}::date[],
        ${column('comparedClose')}::integer[])
        as given (id, is_armed, triggered_on, triggered_close, ended_at, compared_on, compared_close)
      where level.id = given.id returning level.id`);
    // Others were removed since they were read.
    const stored = new Set(rows.map(({ id }) => id));
    const alerts = changed.flatMap(({ before: { id: levelId, userId }, company: symbol, alertedOn }) =>
      (stored.has(levelId) ? alertedOn : []).map((date) => ({
        data: { levelId, userId, symbol, date, occurredAt: now.toISOString() },
      })),
    );
    if (alerts.length > 0) await enqueueAll(tx, levelAlertQueue, alerts);
  });
}

/** Returns a function that presents those levels that still exist, in shares of the date of an alert. */
export async function readAlertedLevels(
  db: Queryable,
  ids: readonly number[],
): Promise<(id: number, date: LocalDate) => Level | null> {
  if (ids.length === 0) return () => null;
  const rows = await db.select().from(priceLevels).where(isOneOf(priceLevels.id, ids));
  const shares = await readShares(db, rows, await readStatusEdits(db));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id, date) => {
    const row = byId.get(id);
    return row ? presentLevel(row, shares, date) : null;
  };
}
