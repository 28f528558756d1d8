/** The ledger feature's interface for the other features. */
export {
  appendEntries,
  createSigningKey,
  type EntryContent,
  generateSigningKey,
  getEntryTime,
  getFormatVersion,
  getSigningKey,
  hasContent,
  type NewEntry,
  releaseSubjects,
  type SigningKey,
} from './append-entries.ts';
export { enterVerifier } from './enter-verifier.ts';
export {
  findLastSequence,
  listEntriesAfter,
  listPublicEntries,
  listPublicReferences,
  listReferences,
  listReleasedEntries,
  listSealedEntries,
  listSealedSubjects,
  readPayloads,
} from './ledger.queries.ts';
export { listWholeRecord, readReceipt, readVerificationScript, writeHeads } from './list-lines.ts';
export { scheduleSigning, signHeadIfDue } from './sign-head.ts';
export { verifyLedger } from './verify-ledger.ts';
