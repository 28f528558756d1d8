/** The ledger domain's interface for the other domains. */
export { appendEntries, type NewEntry, releaseSubjects, signHeadsWith } from './append-entries.ts';
export { type EntryContent, getFormatVersion, hasContent } from './entry-format.ts';
export {
  listEntriesAfter,
  listPublicReferences,
  listReferences,
  listSealedSubjects,
  readPayloads,
} from './ledger.queries.ts';
export { readReceipt } from './list-lines.ts';
export { listWholeRecord, readVerificationScript, writeHeads } from './list-whole-record.ts';
export { scheduleSigning, signHeadIfDue } from './sign-head.ts';
export { createSigningKey, generateSigningKey, type SigningKey } from './signing-key.ts';
export { verifyLedger } from './verify-ledger.ts';
