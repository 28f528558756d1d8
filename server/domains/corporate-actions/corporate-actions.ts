export { decodeFile } from './import/parse/decode-file.ts';
export type { FilePlan, ImportFile } from './import/plan/plan-file.ts';
export { type Connector, createConnectors } from './import/run/connectors.ts';
export { createImporter, type Importer } from './import/run/importer.ts';
export { type ImportRow, listImportRows } from './import/run/imports.queries.ts';
export { presentImport, toEventTarget } from './import/run/present-import.ts';
export { presentPlannedRow } from './import/run/preview-import.ts';
export { hasSampleClosures, hasSampleMeetings, loadSampleEvents } from './load-sample-events.ts';
