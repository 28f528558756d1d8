import type { ImportKind, PreviewedRow, PreviewStatus } from '#contract/corporate-actions/imports.ts';
import { MAX_PREVIEWED_ROWS } from '#contract/corporate-actions/imports.ts';
import { formatShortDate, toKarachiDate } from '#contract/dates.ts';
import { cleanText } from '#server/domains/corporate-actions/import/parse/clean-text.ts';
import type { FilePlan, ImportFile } from '#server/domains/corporate-actions/import/plan/plan-batch.ts';
import type { PlannedRow } from '#server/domains/corporate-actions/import/plan/plan-import.ts';
import type { Queryable } from '#server/platform/database.ts';
import { columnOf, type Values } from './event-tables.ts';
import { findBusyImport, findLastOfFile } from './imports.queries.ts';
import { nameOf, whileBusy } from './revert-blocker.ts';

const MAX_TEXT = 300;

/** What an import would do, row by row; of each status the first rows. */
export function presentPlan(kind: ImportKind, plan: FilePlan) {
  const shown: Record<PreviewStatus, number> = { new: 0, changed: 0, unchanged: 0, refused: 0 };
  const rows = plan.rows.filter(({ status }) => {
    shown[status] += 1;
    return shown[status] <= MAX_PREVIEWED_ROWS;
  });
  return {
    layout: plan.layout,
    counts: plan.counts,
    rows: rows.map((row) => presentPlannedRow(kind, row)),
  };
}

export function presentPlannedRow(kind: ImportKind, row: PlannedRow): PreviewedRow {
  const values = (row.record?.values ?? {}) as Values;
  return {
    line: row.line,
    status: row.status,
    symbol: row.record?.symbol ?? null,
    company_name: row.record?.companyName ?? '',
    summary: row.reason !== null ? shortened(row.text) : summaryOf(kind, values),
    changes: row.changes.map(({ field, before, after }) => ({
      field: field === 'reference' ? field : columnOf(kind, field),
      before: inWords(field, before),
      after: inWords(field, after),
    })),
    reason: row.reason,
  };
}

/** The import that runs, or the one that the file would repeat; `null` when there is neither. */
export async function warningFor(db: Queryable, file: ImportFile): Promise<string | null> {
  const busy = await findBusyImport(db);
  if (busy) return whileBusy(busy);
  const last = await findLastOfFile(db, file);
  return last && `A file of this name was imported before: ${nameOf(last)}.`;
}

function summaryOf(kind: ImportKind, values: Values): string {
  const parts =
    kind === 'board-meetings'
      ? [dayAndTime(values), values.subject ?? '']
      : [window(values), values.payout ?? ''];
  return shortened(parts.filter((part) => part !== '').join(': '));
}

function dayAndTime({ meetingDate, meetingTime }: Values): string {
  if (!meetingDate) return 'Date and time stand in the document';
  return meetingTime
    ? `${formatShortDate(meetingDate)}, ${meetingTime.slice(0, 5)}`
    : formatShortDate(meetingDate);
}

function window({ bcFrom, bcTo }: Values): string {
  const from = formatShortDate(bcFrom ?? '');
  return bcTo ? `${from} to ${formatShortDate(bcTo)}` : from;
}

const shortened = (text: string) => {
  const plain = cleanText(text.slice(0, MAX_TEXT * 2));
  return plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT)}…` : plain;
};

const MOMENTS = new Set(['filedAt', 'announcedAt']);

/** Days, times and moments as people write them; the rest as it is. */
function inWords(field: string, value: string | null): string {
  if (value === null) return '';
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatShortDate(value);
  if (field === 'meetingTime') return value.slice(0, 5);
  if (MOMENTS.has(field)) return `${formatShortDate(toKarachiDate(new Date(value)))}, ${karachiTime(value)}`;
  return value;
}

const KARACHI_OFFSET_MS = 5 * 3_600_000;

const karachiTime = (moment: string) =>
  new Date(Date.parse(moment) + KARACHI_OFFSET_MS).toISOString().slice(11, 16);
