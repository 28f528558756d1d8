import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import { recognizeLayout } from '#server/domains/corporate-actions/import/layouts/recognize-layout.ts';
import type { RecognizedFile } from '#server/domains/corporate-actions/import/layouts/recognized-file.ts';
import type { ParsedRow } from '#server/domains/corporate-actions/import/parse/records.ts';
import { fileRejected } from '#server/domains/corporate-actions/import/run/imports.errors.ts';
import type { Holidays } from '#server/domains/market/market.ts';
import type { Queryable } from '#server/platform/database.ts';
import { findExistingEvents } from './existing-events.ts';
import { type Plan, Planner } from './plan-import.ts';
import { getRecordDoubts, type Suggestions } from './record-doubts.ts';

export interface ImportFile {
  kind: ImportKind;
  fileName: string;
  content: string;
}

export interface FilePlan extends Plan {
  /** The display name of the recognized layout. */
  layout: string;
}

const MAX_ROWS = 60_000;
/** Rows processed before yielding to the event loop: a few milliseconds of work. */
const ROWS_PER_TURN = 250;

/** Parses a file and compares it with the existing events, without writing. Throws an `HttpError` if the file is rejected. */
export async function planFile(
  db: Queryable,
  file: ImportFile,
  context: { holidays: Holidays },
): Promise<FilePlan> {
  const recognized = recognizeLayout(file.content, file.kind);
  const rows = await parseRows(recognized, context);
  const records = rows.flatMap((row) => ('record' in row ? [row.record] : []));
  const existing = await findExistingEvents(db, file.kind, records);
  const isTezi = recognized.isTeziLayout;
  const planner = new Planner(file.kind, existing, { canChangeNames: isTezi });
  const checked = await checkRows(rows, recognized);
  // Certain rows first: a doubtful row must not take their place.
  const ordered = [...checked.filter(isCertain), ...checked.filter((each) => !isCertain(each))];
  for (const [index, { row, doubts }] of ordered.entries()) {
    planner.add(row, doubts);
    if (index % ROWS_PER_TURN === 0) await yieldToEventLoop();
  }
  return { ...planner.finish(), layout: recognized.name };
}

interface CheckedRow {
  row: ParsedRow;
  doubts: string[];
}

async function checkRows(
  rows: readonly ParsedRow[],
  { isTeziLayout: isTezi }: RecognizedFile,
): Promise<CheckedRow[]> {
  const suggestions: Suggestions = new Map();
  const checked: CheckedRow[] = [];
  for (const row of rows) {
    checked.push({
      row,
      doubts: 'record' in row ? getRecordDoubts(row.record, { isTezi, suggestions }) : [],
    });
    if (checked.length % ROWS_PER_TURN === 0) await yieldToEventLoop();
  }
  return checked;
}

const isCertain = ({ doubts }: CheckedRow) => doubts.length === 0;

async function parseRows(recognized: RecognizedFile, context: { holidays: Holidays }): Promise<ParsedRow[]> {
  const all: ParsedRow[] = [];
  let parsed = 0;
  for (const rows of recognized.rows(context)) {
    parsed += 1;
    all.push(...rows);
    if (parsed > MAX_ROWS) {
      throw fileRejected(
        `The file has more than ${formatCount(MAX_ROWS)} rows. Split it into several files.`,
      );
    }
    if (parsed % ROWS_PER_TURN === 0) await yieldToEventLoop();
  }
  return all;
}

const formatCount = (value: number) => value.toLocaleString('en');
