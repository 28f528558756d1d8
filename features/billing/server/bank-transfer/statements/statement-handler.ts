import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { formatShortDate } from '#core/contract/dates.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import {
  statementColumns,
  statementRows,
} from '#features/billing/server/bank-transfer/bank-transfer.tables.ts';
import { lockTransfers, toRupees } from '#features/billing/server/bank-transfer/orders.ts';
import {
  createRowHistory,
  type ImportFile,
  type KindHandler,
  PlanBuilder,
} from '#features/imports/server/imports.ts';
import { createFileParser, decodeFile, type ParsedRow, splitLine } from '#features/imports/server/parsing.ts';
import { toHolidays } from '#features/market/server/trading-days.ts';
import type { StatementRecord } from './statement-layouts.ts';

type Values = StatementRecord['values'];

interface StatementWrite extends Values {
  rowKey: string;
  /** The columns that the administrator chose, to remember them. */
  chosen: { header: string; columns: string[] } | null;
}

const TABLE = {
  name: 'bank_statement_rows',
  id: ['id'],
  key: ['row_key'],
  columns: ['row_key', 'date', 'time', 'amount_paisa', 'narration', 'reference', 'imported_at', 'updated_at'],
};
const BATCH_SIZE = 250;

const parseFile = createFileParser<StatementRecord>(new URL('./statement-worker.ts', import.meta.url));

/** Imports the credits of bank statements. A row that an earlier statement had is unchanged. */
export function createStatementHandler(): Record<
  'bank-statement',
  KindHandler<StatementWrite, StatementRecord>
> {
  const history = createRowHistory('bank-statement', TABLE);
  return {
    'bank-statement': {
      ...history,
      // A row that is being confirmed is not deleted.
      async revert(tx, importId, limit) {
        await lockTransfers(tx);
        return history.revert(tx, importId, limit);
      },
      topic: 'bank-transfers',
      batchSize: BATCH_SIZE,
      plan: planStatement,
      async write(tx, { importId, now }, writes) {
        const at = now.toISOString();
        const rows = writes.map(({ rowKey, date, time, amountPaisa, narration, reference }) => ({
          row_key: rowKey,
          date,
          time,
          amount_paisa: amountPaisa,
          narration,
          reference,
          imported_at: at,
          updated_at: at,
        }));
        await history.insert(tx, importId, rows);
        const chosen = writes[0]?.chosen;
        if (chosen)
          await tx
            .insert(statementColumns)
            .values({ ...chosen, savedAt: now })
            .onConflictDoUpdate({
              target: statementColumns.header,
              set: { columns: chosen.columns, savedAt: now },
            });
      },
      summarize: ({ values: { date, amountPaisa, narration } }) =>
        `${formatShortDate(date)}, Rs ${toRupees(amountPaisa)}: ${narration}`,
      presentValue: (field, value) =>
        field === 'amountPaisa'
          ? { field: 'amount', value: toRupees(Number(value)) }
          : { field, value: value ?? '' },
    },
  };
}

async function planStatement(db: Queryable, file: ImportFile) {
  const header = findHeader(typeof file.content === 'string' ? file.content : decodeFile(file.content));
  const { rows, ...layout } = await parseWithColumns(db, file, header);
  const doubts = listFileDoubts(rows);
  const plan = new PlanBuilder<StatementWrite, StatementRecord>();
  const keyed = assignKeys(rows);
  const stored = await findStored(db, keyed);
  const columns = file.repairs?.columns;
  const chosen = columns && header !== null ? { header, columns } : null;
  for (const [index, row] of rows.entries()) {
    const rowKey = keyed[index]?.key;
    if ('omission' in row) plan.add(row, { status: 'left_out', reason: row.omission });
    else if ('rejection' in row) plan.add(row, { status: 'rejected', reason: row.rejection });
    else if (rowKey === undefined || stored.keys.has(rowKey)) plan.add(row, { status: 'unchanged' });
    else {
      const { values } = row.record;
      const isSimilar = stored.similar.has(toSimilarKey(values));
      plan.addWrite(
        row,
        { ...values, rowKey, chosen },
        {
          status: 'new',
          changes: [],
          doubts: [
            ...(row.record.doubts ?? []),
            ...(doubts.get(row) ?? []),
            ...(isSimilar
              ? [
                  'A row of this date and amount was imported before, with another text. Confirm that this is another payment.',
                ]
              : []),
          ],
        },
      );
    }
  }
  return plan.finish(layout);
}

/** Parses a file, with the columns that were chosen for an earlier one with its header. */
async function parseWithColumns(db: Queryable, file: ImportFile, header: string | null) {
  const context = { holidays: toHolidays([]) };
  if (header === null || file.repairs?.columns) return parseFile(file, context);
  const [chosen] = await db.select().from(statementColumns).where(eq(statementColumns.header, header));
  if (!chosen) return parseFile(file, context);
  return parseFile({ ...file, repairs: { ...file.repairs, columns: chosen.columns } }, context);
}

const HEADER_LINES = 40;
const MIN_COLUMNS = 3;

/** Returns the header of a table, the first line of several cells without digits, normalized; `null` without one. */
function findHeader(content: string): string | null {
  for (const line of content.split(/\r?\n/, HEADER_LINES)) {
    for (const delimiter of [',', ';', '\t', '|']) {
      const cells = splitLine(line.slice(0, 2_000), delimiter).filter((cell) => /\p{L}/u.test(cell));
      if (cells.length >= MIN_COLUMNS && !/\d/.test(line))
        return cells
          .map((cell) =>
            cell
              .toLowerCase()
              .replace(/[^\p{L}]+/gu, ' ')
              .trim(),
          )
          .join('|');
    }
  }
  return null;
}

/** The ID that a network gives each message: it is in the text whatever else a statement prints. */
const MESSAGE_ID = /\b(?:A[A-Z]{4}PK[A-Z]{2}[A-Z0-9]{4,}|(?:MBM|UBL|TMICFBP)\d{6,}|STAN\s*\(?\d{4,}\)?)/i;

/**
 * Identifies the rows: by the amount and the ID of the message, else by the date, the amount and the text. The numbers of equal rows tell them apart, and are the
 * same in a statement that overlaps.
 */
function assignKeys(
  rows: readonly ParsedRow<StatementRecord>[],
): ({ key: string; similar: string } | null)[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    if (!('record' in row)) return null;
    const { values } = row.record;
    const { date, amountPaisa, narration, reference } = values;
    const id = MESSAGE_ID.exec(`${narration} ${reference ?? ''}`)?.[0]
      .replace(/\W/g, '')
      .toUpperCase();
    const text = id ?? `${narration} ${reference ?? ''}`.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
    // One export has the booking date and the next one the value date. Numbers of terminals repeat.
    const isUnique = id !== undefined && !id.startsWith('STAN');
    const identity = `${isUnique ? '' : date} ${amountPaisa} ${text}`;
    const number = (counts.get(identity) ?? 0) + 1;
    counts.set(identity, number);
    const key = createHash('sha256').update(`${identity} ${number}`).digest('base64url');
    return { key, similar: toSimilarKey(values) };
  });
}

const toSimilarKey = ({ date, amountPaisa }: Pick<Values, 'date' | 'amountPaisa'>) =>
  `${date} ${amountPaisa}`;

async function findStored(db: Queryable, keyed: readonly ({ key: string; similar: string } | null)[]) {
  const keys = keyed.flatMap((each) => each?.key ?? []);
  const similar = keyed.flatMap((each) => each?.similar ?? []);
  const rows = await db
    .select({ key: statementRows.rowKey, date: statementRows.date, amountPaisa: statementRows.amountPaisa })
    .from(statementRows)
    .where(
      sql`${isOneOf(statementRows.rowKey, keys)} or (${statementRows.date}::text || ' ' || ${statementRows.amountPaisa}::text) = any(${sql.param(similar)})`,
    );
  const found = new Set(rows.map(({ key }) => key));
  const given = new Set(keys);
  return {
    keys: found,
    // A row that the file has too is no other one.
    similar: new Set(rows.filter(({ key }) => !given.has(key)).map(toSimilarKey)),
  };
}

/**
 * Lists the reasons why rows may have been read wrongly: an amount without a direction, and a balance that does not follow from the row next to
 * it, in the order of the dates. A debit that is read as a credit has such a balance.
 */
function listFileDoubts(
  rows: readonly ParsedRow<StatementRecord>[],
): Map<ParsedRow<StatementRecord>, string[]> {
  const doubts = new Map<ParsedRow<StatementRecord>, string[]>();
  const hasDebits = rows.some((row) => 'omission' in row && row.omission.includes('debit'));
  const pairs = rows.flatMap((row, index) => {
    const [before, after] = [rows[index - 1], rows[index + 1]];
    if (!('record' in row) || row.record.balancePaisa === null) return [];
    const balance = row.record.balancePaisa;
    const { amountPaisa } = row.record.values;
    const follows = (other: ParsedRow<StatementRecord> | undefined) =>
      other && 'record' in other && other.record.balancePaisa !== null
        ? other.record.balancePaisa + amountPaisa === balance
        : null;
    return [{ row, forward: follows(before), backward: follows(after) }];
  });
  const [first, last] = [pairs[0], pairs.at(-1)].map((pair) => pair?.row.record.values.date ?? '');
  const listWrong = (direction: 'forward' | 'backward') => pairs.filter((pair) => pair[direction] === false);
  const [forward, backward] = [listWrong('forward'), listWrong('backward')];
  const isForward = first === last ? forward.length <= backward.length : (first ?? '') < (last ?? '');
  for (const { row } of isForward ? forward : backward)
    doubts.set(row, ['The balance does not follow from the row next to it.']);
  for (const row of rows) {
    if (!('record' in row) || !row.record.isUnsigned || hasDebits) continue;
    doubts.set(row, [...(doubts.get(row) ?? []), 'The statement does not say whether it is a credit.']);
  }
  return doubts;
}
