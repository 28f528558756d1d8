export { type Connector, createConnectors } from './import/connectors.ts';
export { decodeFile } from './import/decode-file.ts';
export { createImporter, type Importer } from './import/importer.ts';
export { type ImportRow, listImportRows } from './import/imports.queries.ts';
export type { FilePlan, ImportFile } from './import/make-plan.ts';
export { aboutImport, presentImport } from './import/present-import.ts';
export { presentPlannedRow } from './import/preview-import.ts';
export { hasSampleClosures, hasSampleMeetings, loadSampleEvents } from './load-sample-events.ts';
