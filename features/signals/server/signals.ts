/** The interface of signals and their results for the other features. */

export { listSampleAnchors } from '#features/signals/sample/sample-signals.ts';
export { addFirstAnalyst } from './analysts/analysts.ts';
export { hasSampleSignals, loadSampleSignals, SAMPLE_AUTHOR } from './changes/load-sample-signals.ts';
export { type SignalAlert, signalAlertQueue } from './changes/signal-changes.ts';
export { listTimelineEvents } from './changes/timeline-events.ts';
export { isApproverMissing } from './drafts/change-draft.ts';
export { listApprovalWork } from './drafts/drafts.queries.ts';
export { getExpiry } from './expiry.ts';
export { compareWithLedger } from './ledger/compare-with-ledger.ts';
export { listReleasable, scheduleReleases } from './ledger/release-ended-signals.ts';
export { listFirstVersions } from './list-signal-histories.ts';
export { listSignals } from './list-signals.ts';
export { listFreeSymbols } from './public-signals.queries.ts';
export { type FollowedResult, listPublishedSignals, readFollowedSignals } from './read-followed-signals.ts';
export {
  filterReadableSignals,
  filterSignalAccess,
  getSignalAccess,
  isFreeType,
  readCustomerAccess,
} from './signal-access.ts';
export { formatSignalCode, parseSignalCode } from './signal-code.ts';
export { roundR } from './signal-state.ts';
export {
  type AlertedSignal,
  findSignalWithVersions,
  listSignalsByCode,
  readSignals,
} from './signals.queries.ts';
export { removeOldSignalEvents } from './stream/signal-events.queries.ts';
export { listAdjustmentWork } from './track-record/adjustments/adjustments.admin.routes.ts';
export type { BundlePeriod } from './track-record/bundle/bundle-files.ts';
export { createBundle } from './track-record/bundle/write-bundle.ts';
export { createDetailsReader } from './track-record/details/read-details.ts';
export {
  compareEvaluations,
  compareResultsWithLedger,
  describePendingEvaluation,
} from './track-record/ledger/compare-results.ts';
export { evaluateAll, scheduleEvaluation } from './track-record/outcomes/evaluation-job.ts';
export {
  listLastOutcomes,
  listReplacements,
  listSymbolsInPlay,
  listUndecidedWork,
} from './track-record/outcomes/outcomes.queries.ts';
export { storeTerms } from './track-record/terms/enter-term-changes.ts';
