import type { ImportRecord, Layout, ParsedRow } from '#server/domains/imports/parse/records.ts';
import type { ParseContext } from './layout.ts';

/** A file of a supported layout. `rows` yields the outcomes of each line: several records, or one. */
export interface RecognizedFile<R extends ImportRecord> extends Layout {
  /** Tezi's own layout, which may also change company names. */
  isTeziLayout: boolean;
  rows(context: ParseContext): Generator<ParsedRow<R>[]>;
}

/** The number of rows that are inspected to recognize a layout. */
export const SAMPLE_SIZE = 20;
