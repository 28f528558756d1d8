/** The signals domain's interface for the other domains. */
export { publishSignal } from './publish-signal.ts';
export { countSignals, hasSignalsBy } from './signals.queries.ts';
