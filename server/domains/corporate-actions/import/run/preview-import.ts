import type { ImportKind, PreviewedRow, PreviewStatus } from '#contract/corporate-actions/imports.ts';
import { MAX_PREVIEWED_ROWS } from '#contract/corporate-actions/imports.ts';
import { formatShortDate, formatTimestamp } from '#contract/dates.ts';
import { cleanText } from '#server/domains/corporate-actions/import/parse/text.ts';
import type { FilePlan, ImportFile } from '#server/domains/corporate-actions/import/plan/plan-file.ts';
import type { PlannedRow } from '#server/domains/corporate-actions/import/plan/plan-import.ts';
import type { Queryable } from '#server/platform/database.ts';
import { getColumnName, type Values } from './event-tables.ts';
import { findBusyImport, findLastImportOfFile } from './imports.queries.ts';
import { describeBusyImport, describeImport } from './revert-blocker.ts';

const MAX_TEXT = 300;

/** Presents the planned result row by row, with the first rows of each status. */
export function presentPlan(kind: ImportKind, plan: FilePlan) {
  const listed: Record<PreviewStatus, number> = {
    new: 0,
    changed: 0,
    unchanged: 0,
    review: 0,
    refused: 0,
    left_out: 0,
  };
  const rows = plan.rows.filter(({ status }) => {
    listed[status] += 1;
    return listed[status] <= MAX_PREVIEWED_ROWS;
  });
  return {
    layout: plan.layout,
    counts: plan.counts,
    rows: rows.map((row) => presentPlannedRow(kind, row)),
  };
}

export function presentPlannedRow(kind: ImportKind, row: PlannedRow): PreviewedRow {
  const values = (row.record?.values ?? {}) as Values;
  const hasSummary = row.record !== null && row.status !== 'refused';
  return {
    key: row.key,
    line: row.line,
    status: row.status,
    symbol: row.record?.symbol ?? null,
    company_name: row.record?.companyName ?? '',
    summary: hasSummary ? summarize(kind, values) : truncate(row.text),
    changes: row.changes.map(({ field, before, after }) => ({
      field: field === 'reference' ? field : getColumnName(kind, field),
      before: formatValue(field, before),
      after: formatValue(field, after),
    })),
    reason: row.reason,
    text: truncate(row.text),
    cells: row.cells.map(({ text, role }) => ({ text: truncate(text), role })),
    values: Object.entries(values)
      .filter(([field, value]) => value !== null && !HIDDEN_FIELDS.has(field))
      .map(([field, value]) => ({ field: getColumnName(kind, field), value: formatValue(field, value) })),
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

function summarize(kind: ImportKind, values: Values): string {
  const parts =
    kind === 'board-meetings'
      ? [formatMeetingTime(values), values.subject ?? '']
      : [formatClosureDates(values), values.payout ?? ''];
  return truncate(parts.filter((part) => part !== '').join(': '));
}

function formatMeetingTime({ meetingDate, meetingTime }: Values): string {
  if (!meetingDate) return 'Date and time in the document';
  return meetingTime
    ? `${formatShortDate(meetingDate)}, ${meetingTime.slice(0, 5)}`
    : formatShortDate(meetingDate);
}

function formatClosureDates({ bcFrom, bcTo }: Values): string {
  const from = formatShortDate(bcFrom ?? '');
  return bcTo ? `${from} to ${formatShortDate(bcTo)}` : from;
}

const truncate = (text: string) => {
  const plain = cleanText(text.slice(0, MAX_TEXT * 2));
  return plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT)}…` : plain;
};

const TIMESTAMP_FIELDS = new Set(['filedAt', 'announcedAt']);

/** Formats dates, times and timestamps for display. */
function formatValue(field: string, value: string | null): string {
  if (value === null) return '';
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatShortDate(value);
  if (field === 'meetingTime') return value.slice(0, 5);
  return TIMESTAMP_FIELDS.has(field) ? formatTimestamp(value) : value;
}
