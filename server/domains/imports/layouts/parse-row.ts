import type { Cells } from '#server/domains/imports/parse/cells.ts';
import {
  type ImportRecord,
  type ParsedRow,
  RowOmission,
  RowRejection,
  type RowResult,
} from '#server/domains/imports/parse/records.ts';

/** Parses a row into its events, one rejection or one omission. */
export function parseRow<R extends ImportRecord>(
  row: { line: number; text: string },
  parse: () => RowResult<R> | { rejection: string } | { omission: string },
  cells?: Cells,
): ParsedRow<R>[] {
  const describe = () => (cells ? { cells: cells.describe() } : {});
  try {
    const result = parse();
    const results = Array.isArray(result) ? result : [result];
    return results.map((each) =>
      'rejection' in each || 'omission' in each
        ? { ...row, ...each }
        : { ...row, ...describe(), record: each },
    );
  } catch (error) {
    if (error instanceof RowOmission) return [{ ...row, omission: error.message }];
    if (!(error instanceof RowRejection)) throw error;
    return [{ ...row, rejection: error.message }];
  }
}
