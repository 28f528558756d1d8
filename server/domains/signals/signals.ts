/** What the rest of the server may use of the signals. */
export { publishSignal } from './publish-signal.ts';
export { countSignals, hasSignalsBy } from './signals.queries.ts';
