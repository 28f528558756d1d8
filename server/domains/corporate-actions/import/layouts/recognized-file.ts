import type { Layout, ParsedRow } from '#server/domains/corporate-actions/import/parse/records.ts';
import type { ParseContext } from './layout.ts';

/** A file of a supported layout. `rows` yields the outcomes of each line: several events, or one. */
export interface RecognizedFile extends Layout {
  /** Tezi's own layout, which may also change company names. */
  isTeziLayout: boolean;
  rows(context: ParseContext): Generator<ParsedRow[]>;
}

/** The number of rows that are inspected to recognize a layout. */
export const SAMPLE_SIZE = 20;
