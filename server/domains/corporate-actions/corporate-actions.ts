export { createImporter, type Importer } from './import/importer.ts';
export { hasSampleClosures, hasSampleMeetings, loadSampleEvents } from './load-sample-events.ts';
