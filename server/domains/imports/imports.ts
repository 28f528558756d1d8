export { type Cells, splitLine } from './parse/cells.ts';
export { createFileParser, decodeFile, serveFileParser } from './parse/file-parser.ts';
export { findHeader, parseTable, recognizeLayout } from './parse/recognize-layout.ts';
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
export { type Connector, createConnectors } from './run/connectors.ts';
export { createImporter, type Importer } from './run/importer.ts';
export { type ImportRow, listImportRows, listImportTimes } from './run/imports.queries.ts';
export {
  confirmRows,
  type FieldChange,
  type FilePlan,
  type ImportFile,
  type KindHandler,
  PlanBuilder,
  type Values,
} from './run/plan.ts';
export { presentImport, presentPlannedRow, toEventTarget } from './run/present-import.ts';
export {
  changeRows,
  createRowHistory,
  insertRows,
  type RowTable,
  revertRows,
  type StoredRow,
  toColumn,
} from './run/row-store.ts';
export { listReviewWork, readWaitingImports } from './run/waiting-imports.ts';
