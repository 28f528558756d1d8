export { describeSimilar, findPrintedCompany } from './parse/aliases.ts';
export { Cells, ID_COLUMNS, NAME_COLUMNS, SYMBOL_COLUMNS, splitLine } from './parse/cells.ts';
export { createFileParser, decodeFile, serveFileParser } from './parse/file-parser.ts';
export { readHtml, readHtmlText } from './parse/html-tables.ts';
export { recognizeLayout, repairText } from './parse/recognize-layout.ts';
export {
  type ColumnLayout,
  fileRejected,
  type ImportRecord,
  type LayoutCatalog,
  type ParseContext,
  type ParsedRow,
  parseRow,
  type RecognizedFile,
  RowOmission,
  RowRejection,
  type TextLayout,
} from './parse/records.ts';
export { findHeader, parseTable } from './parse/tables.ts';
export {
  cleanText,
  isBlank,
  parseDate,
  parseInstant,
  parseOptionalDate,
  parseOptionalTime,
  parseText,
  quote,
  requireDate,
  toTimestamp,
} from './parse/values.ts';
