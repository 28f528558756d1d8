import type { Cells } from '#server/domains/corporate-actions/import/parse/cells.ts';
import {
  type ParsedRow,
  RowOmission,
  RowRejection,
  type RowResult,
} from '#server/domains/corporate-actions/import/parse/records.ts';

/** Parses a row into its events, one rejection or one omission. */
export function parseRow(
  row: { line: number; text: string },
  parse: () => RowResult | { rejection: string } | { omission: string },
  cells?: Cells,
): ParsedRow[] {
  const describe = () => (cells ? { cells: cells.describe() } : {});
  try {
    const result = parse();
    return [result]
      .flat()
      .map((each) =>
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
