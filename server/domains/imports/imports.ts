export { fileRejected } from './imports.errors.ts';
export { importChanges, imports } from './imports.tables.ts';
export type { ColumnLayout, LayoutCatalog, LineLayout, ParseContext, TextLayout } from './layouts/layout.ts';
export { parseRow } from './layouts/parse-row.ts';
export { recognizeLayout } from './layouts/recognize-layout.ts';
export type { RecognizedFile } from './layouts/recognized-file.ts';
export type { Cells } from './parse/cells.ts';
export { decodeFile } from './parse/decode-file.ts';
export { createFileParser } from './parse/file-parser.ts';
export { parseDate } from './parse/parse-date.ts';
export {
  isBlank,
  parseOptionalDate,
  parseOptionalTime,
  requireDate,
  toTimestamp,
} from './parse/parse-values.ts';
export {
  type ImportRecord,
  type ParsedRow,
  type ReadCell,
  RowOmission,
  RowRejection,
} from './parse/records.ts';
export { serveFileParser } from './parse/serve-file-parser.ts';
export { splitLine } from './parse/split-rows.ts';
export { cleanText, parseText, quote } from './parse/text.ts';
export {
  type FieldChange,
  type FilePlan,
  type ImportFile,
  NO_ROWS,
  type Plan,
  type PlannedRow,
  type Values,
} from './plan/plan.ts';
export { type Connector, createConnectors } from './run/connectors.ts';
export { createImporter, type Importer } from './run/importer.ts';
export { type ImportRow, listImportRows, listImportTimes } from './run/imports.queries.ts';
export type { KindHandler } from './run/kind-handler.ts';
export { presentImport, toEventTarget } from './run/present-import.ts';
export { presentPlannedRow } from './run/preview-import.ts';
