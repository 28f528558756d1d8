import type { Queryable } from '#core/server/platform/database.ts';
import {
  type Import,
  type ImportKind,
  MAX_PREVIEWED_ROWS,
  type PreviewedRow,
  REPAIR_COLUMNS,
} from '#features/imports/contract/imports.ts';
import type { ReadCell } from '#features/imports/server/parse/cells.ts';
import { cleanText } from '#features/imports/server/parse/values.ts';
import { findCompany } from '#features/market/server/companies.ts';
import { findBusyImport, findLastImportOfFile, type ImportRow } from './imports.queries.ts';
import {
  type FilePlan,
  type ImportFile,
  type KindHandler,
  NO_ROWS,
  type PlannedRow,
  type Values,
} from './plan.ts';
import { describeBusyImport, describeImport } from './start-import.ts';

/** Returns the import as the target of a security event. */
export const toEventTarget = ({ id, fileName }: ImportRow) => ({
  target: { type: 'import', id: String(id) },
  details: { label: fileName },
});

/** Presents an import to administrators, with the reason why it cannot be reverted now. */
export function presentImport(row: ImportRow, { revertBlocker }: { revertBlocker: string | null }): Import {
  const { status } = row;
  const isInterrupted = (status === 'running' || status === 'reverting') && !row.isBusy;
  return {
    id: row.id,
    kind: row.kind,
    file_name: row.fileName,
    layout: row.layout,
    imported_by: row.importedBy,
    status: isInterrupted ? 'interrupted' : status,
    started_at: row.startedAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    total: row.total,
    done: row.done,
    new: row.new,
    changed: row.changed,
    unchanged: row.unchanged,
    rejected: row.rejected,
    left_out: row.leftOut,
    reverted_at: row.revertedAt?.toISOString() ?? null,
    reverted_by: row.revertedBy,
    revert_blocker: revertBlocker,
  };
}

const MAX_TEXT = 300;

/** Presents the planned result row by row, with the first rows of each status. */
export function presentPlan(handler: KindHandler, kind: ImportKind, plan: FilePlan) {
  const listed = { ...NO_ROWS };
  const rows = plan.rows.filter(({ status }) => {
    listed[status] += 1;
    return listed[status] <= MAX_PREVIEWED_ROWS;
  });
  return {
    layout: plan.layout,
    counts: plan.counts,
    // Text without columns has those of our own layout.
    columns: plan.rows.some(({ isText }) => isText) ? [...REPAIR_COLUMNS[kind]] : [...plan.columns],
    rows: rows.map((row) => presentPlannedRow(handler, row)),
  };
}

export function presentPlannedRow(handler: KindHandler, row: PlannedRow<unknown>): PreviewedRow {
  const values = (row.record?.values ?? {}) as Values;
  const cells: ReadCell[] = typeof row.cells === 'string' ? JSON.parse(row.cells) : row.cells;
  const summary = row.record === null || row.status === 'rejected' ? row.text : handler.summarize(row.record);
  return {
    key: row.key,
    line: row.line,
    row: row.row,
    status: row.status,
    symbol: row.record?.symbol ?? null,
    company_name: row.record?.companyName ?? row.company ?? '',
    similar: listSimilar(row),
    needs_company: row.status === 'review' && row.review === null,
    summary: truncate(summary),
    changes: row.changes.map(({ field, before, after }) => {
      const { field: name, value } = handler.presentValue(field, before);
      return { field: name, before: value, after: handler.presentValue(field, after).value };
    }),
    reason: row.reason,
    text: truncate(row.text),
    cells: cells.map(({ text, role }) => ({ text: truncate(text), role })),
    values: Object.entries(values)
      .filter(([field, value]) => value !== null && !HIDDEN_FIELDS.has(field))
      .map(([field, value]) => handler.presentValue(field, value)),
  };
}

/** Lists the companies of the directory that the reason names: `Similar names: Lucky Cement Limited (LUCK)`. */
function listSimilar({ reason, record }: PlannedRow<unknown>): { symbol: string; name: string }[] {
  const named = [...(reason ?? '').matchAll(/\(([0-9A-Z][0-9A-Z.-]{0,19})\)/g)].map(
    ([, symbol = '']) => symbol,
  );
  return [...new Set(named.length > 0 && record?.symbol ? [record.symbol, ...named] : named)].flatMap(
    (each) => {
      const company = findCompany(each);
      return company ? [{ symbol: company.symbol, name: company.name }] : [];
    },
  );
}

/** Shown in columns of their own, or the same for all rows. */
const HIDDEN_FIELDS = new Set(['symbol', 'companyName', 'state']);

/** Returns a warning about a running import or an earlier import of a file with this name, if there is one. */
export async function findWarning(db: Queryable, file: ImportFile): Promise<string | null> {
  const busy = await findBusyImport(db);
  if (busy) return describeBusyImport(busy);
  const last = await findLastImportOfFile(db, file);
  return last && `A file with this name was imported before: ${describeImport(last)}.`;
}

const truncate = (text: string) => {
  const plain = cleanText(text.slice(0, MAX_TEXT * 2));
  return plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT)}…` : plain;
};
