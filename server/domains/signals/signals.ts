/** The signals domain's interface for the other domains. */

export { addFirstAnalyst } from './analysts/analysts.ts';
export { getLedgerSubject, getVersionReference, type VoidSignal } from './changes/change-signal.ts';
export { hasSampleSignals, loadSampleSignals, SAMPLE_AUTHOR } from './changes/load-sample-signals.ts';
export {
  type AdministratorChange,
  changeSignals,
  type NewSignalChange,
  recordSignalChanges,
  type SignalAlert,
  signalAlertQueue,
} from './changes/signal-changes.ts';
export {
  createTimelineEvent,
  isCorrection,
  listTimelineEvents,
  orderTimeline,
} from './changes/timeline-events.ts';
export { listVersionEvents, presentSignalWithChanges } from './details/read-signal.ts';
export { isApproverMissing } from './drafts/draft-access.ts';
export { listApprovalWork } from './drafts/drafts.queries.ts';
export { getExpiry, getTermEnds, TERMS, type TermEnds } from './expiry.ts';
export { compareWithLedger } from './ledger/compare-with-ledger.ts';
export { listReleasable, scheduleReleases } from './ledger/release-ended-signals.ts';
export type { SealedSignal } from './ledger/stored-signals.queries.ts';
export { listPublishedBetween, listVersionsOf } from './list-published.ts';
export {
  findSignalSubject,
  listFirstVersions,
  listSignalHistories,
  lockSignalSubject,
  type SignalHistory,
  type SignalSubject,
  selectPublishedSymbols,
} from './list-signal-histories.ts';
export { listSignals, type ProgressReader } from './list-signals.ts';
export { listFreeSymbols } from './public-signals.queries.ts';
export { filterReadableSignals } from './filter-readable-signals.ts';
export {
  filterSignalAccess,
  getSignalAccess,
  getStateTopic,
  isFreeType,
  readCustomerAccess,
} from './signal-access.ts';
export { formatSignalCode, parseSignalCode } from './signal-code.ts';
export { roundR, type SignalProgress } from './signal-state.ts';
export {
  type AlertedSignal,
  findSignalWithVersions,
  listClosedSignals,
  listExpiredSignals,
  listNewestSignals,
  listSignalsByCode,
  readAlertedSignals,
} from './signals.queries.ts';
export { removeOldSignalEvents } from './stream/signal-events.queries.ts';
