/** The ledger feature's interface for the other features. */
export {
  appendEntries,
  type EntryContent,
  getFormatVersion,
  hasContent,
  type NewEntry,
  releaseSubjects,
} from './append-entries.ts';
export {
  listEntriesAfter,
  listPublicReferences,
  listReferences,
  listReleasedEntries,
  listSealedSubjects,
  readPayloads,
} from './ledger.queries.ts';
export { readReceipt } from './list-lines.ts';
export { listWholeRecord, readVerificationScript, writeHeads } from './list-whole-record.ts';
export { scheduleSigning, signHeadIfDue } from './sign-head.ts';
export { createSigningKey, generateSigningKey, getSigningKey, type SigningKey } from './signing-key.ts';
export { verifyLedger } from './verify-ledger.ts';
