export { findUnlistedSymbol } from './run/aliases.ts';
export { type Connector, createConnectors } from './run/connectors.ts';
export { createImporter, type Importer } from './run/importer.ts';
export { hasBusyImport, type ImportRow, listImportRows, listImportTimes } from './run/imports.queries.ts';
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
  listRowChanges,
  type RowTable,
  revertRows,
  type StoredRow,
  toColumn,
} from './run/row-store.ts';
export { countWaitingImports, listReviewWork } from './run/waiting-imports.ts';
