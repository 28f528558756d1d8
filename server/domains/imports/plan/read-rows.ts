import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { fileRejected } from '#server/domains/imports/imports.errors.ts';
import type { ParseContext } from '#server/domains/imports/layouts/layout.ts';
import type { RecognizedFile } from '#server/domains/imports/layouts/recognized-file.ts';
import type { ImportRecord, ParsedRow } from '#server/domains/imports/parse/records.ts';

const MAX_ROWS = 60_000;
/** Rows processed before yielding to the event loop: a few milliseconds of work. */
export const ROWS_PER_TURN = 250;

/** Parses the rows of a recognized file. Throws an `HttpError` if there are too many. */
export async function readRows<R extends ImportRecord>(
  recognized: RecognizedFile<R>,
  context: ParseContext,
): Promise<ParsedRow<R>[]> {
  const all: ParsedRow<R>[] = [];
  let parsed = 0;
  for (const rows of recognized.rows(context)) {
    parsed += 1;
    all.push(...rows);
    if (parsed > MAX_ROWS) {
      throw fileRejected(
        `The file has more than ${MAX_ROWS.toLocaleString('en')} rows. Split it into several files.`,
      );
    }
    if (parsed % ROWS_PER_TURN === 0) await yieldToEventLoop();
  }
  return all;
}
