import { setImmediate as turn } from 'node:timers/promises';
import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import {
  type RecognisedFile,
  recogniseLayout,
} from '#server/domains/corporate-actions/import/layouts/recognize-layout.ts';
import type { ReadRow } from '#server/domains/corporate-actions/import/parse/records.ts';
import { fileRefused } from '#server/domains/corporate-actions/import/run/imports.errors.ts';
import type { Holidays } from '#server/domains/market/market.ts';
import type { Queryable } from '#server/platform/database.ts';
import { findKnownEvents } from './existing-events.ts';
import { type Plan, Planner } from './plan-import.ts';

export interface ImportFile {
  kind: ImportKind;
  fileName: string;
  content: string;
}

export interface FilePlan extends Plan {
  /** What the file was recognised as, in words, with how much of it is about something else. */
  layout: string;
}

const MAX_ROWS = 60_000;
/** So many rows are read before others get their turn: a few milliseconds. */
const ROWS_AT_ONCE = 250;

/** Reads a file and compares it with what is known; nothing is written. Throws a `Refusal` of the whole file. */
export async function makePlan(
  db: Queryable,
  file: ImportFile,
  context: { holidays: Holidays },
): Promise<FilePlan> {
  const recognised = recogniseLayout(file.content, file.kind);
  const { rows, leftOut } = await readRows(recognised, context);
  const records = rows.flatMap((row) => ('record' in row ? [row.record] : []));
  const known = await findKnownEvents(db, file.kind, records);
  const planner = new Planner(file.kind, known, { changesNames: recognised.isOwn });
  for (const [index, row] of rows.entries()) {
    planner.add(row);
    if (index % ROWS_AT_ONCE === 0) await turn();
  }
  return { ...planner.plan, layout: describe(recognised, leftOut) };
}

async function readRows(
  recognised: RecognisedFile,
  context: { holidays: Holidays },
): Promise<{ rows: ReadRow[]; leftOut: number }> {
  const all: ReadRow[] = [];
  let read = 0;
  let leftOut = 0;
  for (const rows of recognised.rows(context)) {
    read += 1;
    all.push(...rows);
    if (rows.length === 0) leftOut += 1;
    if (read > MAX_ROWS) {
      throw fileRefused(`The file has more than ${number(MAX_ROWS)} rows. Split it into several files.`);
    }
    if (read % ROWS_AT_ONCE === 0) await turn();
  }
  return { rows: all, leftOut };
}

function describe({ name }: RecognisedFile, leftOut: number): string {
  if (leftOut === 0) return name;
  const filings = leftOut === 1 ? 'filing about something else is' : 'filings about something else are';
  return `${name}; ${number(leftOut)} ${filings} left out`;
}

const number = (value: number) => value.toLocaleString('en');
