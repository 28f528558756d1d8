import { createHash } from 'node:crypto';
import { and, count, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { toKarachiDate } from '#core/contract/dates.ts';
import { parseId } from '#core/server/http/parse-id.ts';
import { toInsertBatches } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { badRequest, conflict, notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { createFileParser } from '#features/imports/server/parsing.ts';
import {
  importTrades,
  listTradeImports,
  previewTrades,
  revertTradeImport,
  type TradeImport,
} from '#features/positions/contract/trade-imports.ts';
import { MAX_TRADES } from '#features/positions/contract/trades.ts';
import { isKnownSymbol, TOO_MANY_SHARES } from '#features/positions/server/change-trades.ts';
import {
  deleteTrades,
  listUnchangedTrades,
  lockPositions,
  updateSettings,
} from '#features/positions/server/positions.queries.ts';
import {
  positionSettings,
  tradeChanges,
  tradeImports,
  trades,
} from '#features/positions/server/positions.tables.ts';
import {
  createChangedHistory,
  type MarketFacts,
  readHistory,
} from '#features/positions/server/read-history.ts';
import { describeRejectedSale, findRejectedSale } from '#features/positions/server/rules/follow-history.ts';
import { createHistory } from '#features/positions/server/rules/to-actions.ts';
import { type PlannedTrade, type PlanSources, planTrades, presentRows } from './plan-trades.ts';
import type { TradeRecord } from './trade-layouts.ts';

const parseFile = createFileParser<TradeRecord>(new URL('./trade-file-worker.ts', import.meta.url), {
  timeMs: 10_000,
  memoryMb: 128,
});

/** A preview counts all rows and lists the first ones of each status. */
const MAX_PREVIEWED_ROWS = 200;
const MAX_LISTED_IMPORTS = 50;
/** The chosen columns of so many files are remembered. */
const MAX_REMEMBERED = 20;

type ImportRow = typeof tradeImports.$inferSelect;

/** Serves imports of a customer's trades. The file is parsed in another process, and stored nowhere. */
export function tradeImportRoutes(
  { handle, database, clock, companies }: RouteDependencies,
  getFacts: () => Promise<MarketFacts>,
): void {
  const parse = async (
    userId: string,
    { content, columns }: { content: string; columns?: string[] | undefined },
  ) => {
    const header = hashHeader(content);
    const chosen = columns ?? (await findColumns(database.db, userId, header));
    const file = { kind: 'trades' as const, fileName: '', content, repairs: chosen && { columns: chosen } };
    const { holidays } = await getFacts();
    return { ...(await parseFile(file, { holidays }, userId)), header };
  };

  const readSources = async (
    db: Queryable,
    userId: string,
    rows: ParsedTrades['rows'],
  ): Promise<PlanSources> => {
    const facts = await getFacts();
    const today = toKarachiDate(clock.now());
    const symbols = new Set(rows.flatMap((row) => ('record' in row ? [row.record.symbol] : [])));
    const sources = await readHistory(db, userId, { ...facts, until: today, added: [...symbols] });
    const existing = new Set<string>();
    for (const symbol of symbols)
      if (await isKnownSymbol(symbol, { companies, ...facts })) existing.add(symbol);
    const earlier = await listEarlierValues(db, userId);
    return { sources, earlier, today, hasCompany: (symbol) => existing.has(symbol) };
  };

  handle(previewTrades, async ({ caller, body }) => {
    const parsed = await parse(caller.userId, body);
    const sources = await readSources(database.db, caller.userId, parsed.rows);
    const { rows, counts, fingerprint } = planTrades(parsed.rows, sources);
    return { layout: parsed.name, counts, rows: presentRows(rows, MAX_PREVIEWED_ROWS), fingerprint };
  });

  handle(importTrades, async ({ caller: { userId }, body }) => {
    const parsed = await parse(userId, body);
    return database.transaction(async (tx) => {
      const settings = await lockPositions(tx, userId);
      const { expected, confirmed = [], confirm_all: confirmsAll = false, columns } = body;
      const sources = await readSources(tx, userId, parsed.rows);
      const previewed = planTrades(parsed.rows, sources);
      const reviewed = new Set(previewed.rows.flatMap(({ status, key }) => (status === 'review' ? key : [])));
      const isExpected = (expected ?? previewed.fingerprint) === previewed.fingerprint;
      if (!isExpected || confirmed.some((key) => !reviewed.has(key)))
        throw conflict(
          'import_differs',
          'The result of the import has changed since the preview. Review the new preview first.',
        );
      const added = confirmsAll ? reviewed : new Set(confirmed);
      const { rows, counts, exceedsLimit } =
        added.size === 0 ? previewed : planTrades(parsed.rows, sources, added);
      if (counts.new === 0)
        throw badRequest('import_changes_nothing', { content: ['The file has no new trades.'] });
      if (exceedsLimit) throw badRequest('too_many_shares', { content: [TOO_MANY_SHARES] });
      const now = clock.now();
      const [row] = await tx
        .insert(tradeImports)
        .values({
          userId,
          layout: parsed.name,
          importedAt: now,
          added: counts.new,
          unchanged: counts.unchanged,
          rejected: counts.rejected,
        })
        .returning();
      await insertTrades(tx, rows, { userId, importId: row?.id ?? 0, createdAt: now });
      const { header } = parsed;
      if (columns && header !== null) {
        const others = settings.columns.filter(([each]) => each !== header);
        const remembered = [...others, [header, columns] as [string, string[]]].slice(-MAX_REMEMBERED);
        await updateSettings(tx, userId, { columns: remembered });
      }
      return present(row as ImportRow, counts.new);
    });
  });

  handle(listTradeImports, async ({ caller: { userId } }) => {
    const rows = await database.db
      .select()
      .from(tradeImports)
      .where(eq(tradeImports.userId, userId))
      .orderBy(desc(tradeImports.id))
      .limit(MAX_LISTED_IMPORTS);
    const unchanged = await countUnchanged(database.db, userId);
    return { results: rows.map((row) => present(row, unchanged.get(row.id) ?? 0)) };
  });

  handle(revertTradeImport, ({ caller: { userId }, params }) =>
    database.transaction(async (tx) => {
      await lockPositions(tx, userId);
      const isOwn = and(eq(tradeImports.userId, userId), eq(tradeImports.id, parseId(params.id)));
      const [row] = await tx.select().from(tradeImports).where(isOwn);
      if (!row) throw notFound();
      const added = await listUnchangedTrades(tx, userId, row.id);
      const blocker = findBlocker(row, added.length);
      if (blocker !== null) throw conflict('import_not_reverted', blocker);
      const now = clock.now();
      const sources = await readHistory(tx, userId, { ...(await getFacts()), until: toKarachiDate(now) });
      const removed = added.map(({ id }) => id);
      const after = createChangedHistory(sources, { removed: new Set(removed), added: [] });
      const rejected = findRejectedSale(createHistory(sources), after);
      if (rejected)
        throw conflict(
          'import_not_reverted',
          `${describeRejectedSale(rejected, false)} Delete that sale first.`,
        );
      await deleteTrades(tx, userId, removed);
      await tx.update(tradeImports).set({ revertedAt: now }).where(isOwn);
      return present({ ...row, revertedAt: now }, 0);
    }),
  );
}

const present = (row: ImportRow, unchangedTrades: number): TradeImport => ({
  id: row.id,
  layout: row.layout,
  imported_at: row.importedAt.toISOString(),
  added: row.added,
  unchanged: row.unchanged,
  rejected: row.rejected,
  reverted_at: row.revertedAt?.toISOString() ?? null,
  revert_blocker: findBlocker(row, unchangedTrades),
});

/** Sales that need its trades are found when it is reverted. */
function findBlocker({ revertedAt }: ImportRow, unchangedTrades: number): string | null {
  if (revertedAt !== null) return 'This import is already reverted.';
  return unchangedTrades === 0 ? 'All of its trades were changed or deleted since.' : null;
}

async function countUnchanged(db: Queryable, userId: string): Promise<Map<number, number>> {
  const rows = await db
    .select({ importId: trades.importId, count: count() })
    .from(trades)
    .where(and(eq(trades.userId, userId), isNotNull(trades.importId), isNull(trades.changedAt)))
    .groupBy(trades.importId);
  return new Map(rows.map((row) => [row.importId ?? 0, row.count]));
}

async function insertTrades(
  tx: Transaction,
  rows: readonly PlannedTrade[],
  common: { userId: string; importId: number; createdAt: Date },
): Promise<void> {
  const added = rows.flatMap(({ status, record }) =>
    status === 'new' && record ? [{ ...common, symbol: record.symbol, ...record.values }] : [],
  );
  for (const batch of toInsertBatches(added)) await tx.insert(trades).values(batch);
}

/** Lists what trades were before they were changed or deleted, the newest first. */
const listEarlierValues = (db: Queryable, userId: string) =>
  db
    .select({ tradeId: tradeChanges.tradeId, before: tradeChanges.before })
    .from(tradeChanges)
    .where(eq(tradeChanges.userId, userId))
    .orderBy(desc(tradeChanges.id))
    .limit(MAX_TRADES);

type ParsedTrades = Awaited<ReturnType<typeof parseFile>>;

const HEADER_LINES = 20;
const MAX_HEADER_LENGTH = 2_000;
/** What is needed of a trade: a line with fewer cells is no row. */
const MIN_COLUMNS = 3;

/** Identifies files of the same kind by the line above their rows, whose digits may differ; `null` if it is not certain to be a header. */
function hashHeader(content: string): string | null {
  const start = content.slice(0, HEADER_LINES * MAX_HEADER_LENGTH).split(/\r?\n/, HEADER_LINES);
  let header: string | null = null;
  for (const line of start) {
    const cells = line.split(/[,;\t|]/).filter((cell) => cell.trim() !== '');
    if (cells.length < MIN_COLUMNS) continue;
    if (!cells.every(isHeading)) break;
    header = line;
  }
  const text = header?.trim().toLowerCase().replace(/\d/g, '0');
  return text === undefined ? null : createHash('sha256').update(text).digest('base64url');
}

const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
/** A date, a number of shares and a price have more digits than letters. */
const isHeading = (cell: string) => countMatches(cell, /\p{L}/gu) > countMatches(cell, /\d/g);

async function findColumns(
  db: Queryable,
  userId: string,
  header: string | null,
): Promise<string[] | undefined> {
  if (header === null) return undefined;
  const [row] = await db
    .select({ columns: positionSettings.columns })
    .from(positionSettings)
    .where(eq(positionSettings.userId, userId));
  return row?.columns.find(([each]) => each === header)?.[1];
}
