import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import {
  type RecognizedFile,
  recognizeLayout,
} from '#server/domains/corporate-actions/import/layouts/recognize-layout.ts';
import type { ParsedRow } from '#server/domains/corporate-actions/import/parse/records.ts';
import { fileRejected } from '#server/domains/corporate-actions/import/run/imports.errors.ts';
import type { Holidays } from '#server/domains/market/market.ts';
import type { Queryable } from '#server/platform/database.ts';
import { findExistingEvents } from './existing-events.ts';
import { type Plan, Planner } from './plan-import.ts';

export interface ImportFile {
  kind: ImportKind;
  fileName: string;
  content: string;
}

export interface FilePlan extends Plan {
  /** The display name of the recognized layout, with the number of unrelated rows that are skipped. */
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
  const { rows, skipped } = await parseRows(recognized, context);
  const records = rows.flatMap((row) => ('record' in row ? [row.record] : []));
  const existing = await findExistingEvents(db, file.kind, records);
  const planner = new Planner(file.kind, existing, { canChangeNames: recognized.isTeziLayout });
  for (const [index, row] of rows.entries()) {
    planner.add(row);
    if (index % ROWS_PER_TURN === 0) await yieldToEventLoop();
  }
  return { ...planner.plan, layout: describeLayout(recognized, skipped) };
}

async function parseRows(
  recognized: RecognizedFile,
  context: { holidays: Holidays },
): Promise<{ rows: ParsedRow[]; skipped: number }> {
  const all: ParsedRow[] = [];
  let parsed = 0;
  let skipped = 0;
  for (const rows of recognized.rows(context)) {
    parsed += 1;
    all.push(...rows);
    if (rows.length === 0) skipped += 1;
    if (parsed > MAX_ROWS) {
      throw fileRejected(
        `The file has more than ${formatCount(MAX_ROWS)} rows. Split it into several files.`,
      );
    }
    if (parsed % ROWS_PER_TURN === 0) await yieldToEventLoop();
  }
  return { rows: all, skipped };
}

function describeLayout({ name }: RecognizedFile, skipped: number): string {
  if (skipped === 0) return name;
  return `${name}; ${formatCount(skipped)} unrelated ${skipped === 1 ? 'filing' : 'filings'} skipped`;
}

const formatCount = (value: number) => value.toLocaleString('en');
