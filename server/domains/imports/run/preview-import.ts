import type { PreviewedRow } from '#contract/imports/imports.ts';
import { MAX_PREVIEWED_ROWS } from '#contract/imports/imports.ts';
import { cleanText } from '#server/domains/imports/parse/text.ts';
import {
  type FilePlan,
  type ImportFile,
  NO_ROWS,
  type PlannedRow,
  type Values,
} from '#server/domains/imports/plan/plan.ts';
import type { Queryable } from '#server/platform/database.ts';
import { findBusyImport, findLastImportOfFile } from './imports.queries.ts';
import type { KindHandler } from './kind-handler.ts';
import { describeBusyImport, describeImport } from './revert-blocker.ts';

const MAX_TEXT = 300;

/** Presents the planned result row by row, with the first rows of each status. */
export function presentPlan(handler: KindHandler, plan: FilePlan) {
  const listed = { ...NO_ROWS };
  const rows = plan.rows.filter(({ status }) => {
    listed[status] += 1;
    return listed[status] <= MAX_PREVIEWED_ROWS;
  });
  return {
    layout: plan.layout,
    counts: plan.counts,
    rows: rows.map((row) => presentPlannedRow(handler, row)),
  };
}

export function presentPlannedRow(handler: KindHandler, row: PlannedRow<unknown>): PreviewedRow {
  const values = (row.record?.values ?? {}) as Values;
  const summary = row.record === null || row.status === 'rejected' ? row.text : handler.summarize(row.record);
  return {
    key: row.key,
    line: row.line,
    status: row.status,
    symbol: row.record?.symbol ?? null,
    company_name: row.record?.companyName ?? '',
    summary: truncate(summary),
    changes: row.changes.map(({ field, before, after }) => {
      const { field: name, value } = handler.presentValue(field, before);
      return { field: name, before: value, after: handler.presentValue(field, after).value };
    }),
    reason: row.reason,
    text: truncate(row.text),
    cells: row.cells.map(({ text, role }) => ({ text: truncate(text), role })),
    values: Object.entries(values)
      .filter(([field, value]) => value !== null && !HIDDEN_FIELDS.has(field))
      .map(([field, value]) => handler.presentValue(field, value)),
  };
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
