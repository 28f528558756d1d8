import type { EventKind, EventRecord } from '#server/domains/corporate-actions/import/parse/records.ts';
import { createFileParser, type FilePlan, type ImportFile } from '#server/domains/imports/imports.ts';
import type { Holidays } from '#server/domains/market/market.ts';
import type { Queryable } from '#server/platform/database.ts';
import { createTurns } from '#server/platform/take-turns.ts';
import { findExistingEvents } from './existing-events.ts';
import { type EventWrite, Planner } from './plan-import.ts';

const parseFile = createFileParser<EventRecord>(new URL('../event-file-worker.ts', import.meta.url));

/** Parses a file and compares it with the existing events, without writing. Throws an `HttpError` if the file is rejected. */
export async function planFile(
  db: Queryable,
  file: ImportFile & { kind: EventKind },
  context: { holidays: Holidays },
): Promise<FilePlan<EventWrite, EventRecord>> {
  const { rows, name, isTeziLayout } = await parseFile(file, context);
  const records = rows.flatMap((row) => ('record' in row ? [row.record] : []));
  const existing = await findExistingEvents(db, file.kind, records);
  const planner = new Planner(file.kind, existing, { canChangeNames: isTeziLayout });
  const takeTurns = createTurns();
  // Certain rows first: a doubtful row must not take their place.
  for (const isCertain of [true, false]) {
    for (const row of rows) {
      const doubts = ('record' in row && row.record.doubts) || [];
      if ((doubts.length === 0) !== isCertain) continue;
      planner.add(row, doubts);
      await takeTurns();
    }
  }
  return { ...planner.finish(), layout: name };
}
