/** The track record domain's interface for the other domains. */
export type { BundlePeriod } from './bundle/bundle-files.ts';
export { createBundle } from './bundle/write-bundle.ts';
export { createDetailsReader, type DetailsReader } from './details/read-details.ts';
export { compareEvaluations } from './ledger/compare-evaluations.ts';
export { compareResultsWithLedger } from './ledger/compare-results.ts';
export { listEndedSignals } from './ledger/list-ended-signals.ts';
export { evaluateAll, scheduleEvaluation } from './outcomes/evaluation-job.ts';
export { listUndecidedWork } from './outcomes/outcomes.queries.ts';
export { readProgress } from './outcomes/read-progress.ts';
