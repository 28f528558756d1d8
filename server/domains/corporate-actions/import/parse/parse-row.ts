import { type ReadRow, type RowReading, RowRefusal } from './records.ts';

/** What a row says: its events, or one refusal. */
export function readRow(
  row: { line: number; text: string },
  read: () => RowReading | { refusal: string },
): ReadRow[] {
  try {
    const reading = read();
    if (reading === null) return [];
    return [reading]
      .flat()
      .map((each) => ('refusal' in each ? { ...row, ...each } : { ...row, record: each }));
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw error;
    return [{ ...row, refusal: error.message }];
  }
}
