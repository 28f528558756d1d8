/** The signals domain's interface for the other domains. */
export { hasSampleSignals, loadSampleSignals } from './load-sample-signals.ts';
export { removeOldSignalEvents } from './stream/remove-old-events.ts';
