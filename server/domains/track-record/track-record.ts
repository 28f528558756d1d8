/** The track record domain's interface for the other domains. */
export { compareResultsWithLedger } from './ledger/compare-results.ts';
export { scheduleEvaluation } from './outcomes/evaluation-job.ts';
export { listDecidedSignals } from './outcomes/outcomes.queries.ts';
