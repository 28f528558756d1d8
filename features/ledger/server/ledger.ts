/** The ledger feature's interface for the other features. */
export {
  appendEntries,
  createSigningKey,
  type EntryContent,
  generateSigningKey,
  getFormatVersion,
  getSigningKey,
  hasContent,
  type NewEntry,
  releaseSubjects,
  type SigningKey,
} from './append-entries.ts';
export {
  listEntriesAfter,
  listPublicReferences,
  listReferences,
  listReleasedEntries,
  listSealedSubjects,
  readPayloads,
} from './ledger.queries.ts';
export { listWholeRecord, readReceipt, readVerificationScript, writeHeads } from './list-lines.ts';
export { scheduleSigning, signHeadIfDue } from './sign-head.ts';
export { verifyLedger } from './verify-ledger.ts';
