import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { eventLayouts } from '#server/domains/corporate-actions/import/layouts/layouts.ts';
import type {
  EventKind,
  EventRecord,
  EventRow,
} from '#server/domains/corporate-actions/import/parse/records.ts';
import {
  type FilePlan,
  type RecognizedFile,
  ROWS_PER_TURN,
  readRows,
  recognizeLayout,
} from '#server/domains/imports/imports.ts';
import type { Holidays } from '#server/domains/market/market.ts';
import type { Queryable } from '#server/platform/database.ts';
import { findExistingEvents } from './existing-events.ts';
import { type EventWrite, Planner } from './plan-import.ts';
import { getRecordDoubts, type Suggestions } from './record-doubts.ts';

/** Parses a file and compares it with the existing events, without writing. Throws an `HttpError` if the file is rejected. */
export async function planFile(
  db: Queryable,
  kind: EventKind,
  content: string,
  context: { holidays: Holidays },
): Promise<FilePlan<EventWrite, EventRecord>> {
  const recognized = recognizeLayout(content, kind, eventLayouts);
  const rows = await readRows(recognized, context);
  const records = rows.flatMap((row) => ('record' in row ? [row.record] : []));
  const existing = await findExistingEvents(db, kind, records);
  const isTezi = recognized.isTeziLayout;
  const planner = new Planner(kind, existing, { canChangeNames: isTezi });
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
  row: EventRow;
  doubts: string[];
}

async function checkRows(
  rows: readonly EventRow[],
  { isTeziLayout: isTezi }: RecognizedFile<EventRecord>,
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
