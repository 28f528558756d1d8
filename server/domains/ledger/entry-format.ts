import { canonicalize, type JsonValue } from '#contract/record/verify-record.mjs';

export interface EntryContent {
  /** It must hold nothing personal: it becomes public and is never deleted. */
  payload: { readonly [key: string]: JsonValue };
  /** What the entry is about, for example `signal:ID`. Its sealed entries are released together. */
  subject: string;
  /** The content is public from the start. Otherwise the entry is sealed until `releaseSubjects`. */
  isOpen: boolean;
}

/**
 * Returns the content that an entry commits to. It has the subject and whether it is open, so that neither can be changed later: both
 * decide when the content becomes public.
 */
export const toCommitted = ({ payload, subject, isOpen }: EntryContent) => ({
  ...payload,
  entry: { is_open: isOpen, subject, version: 2 },
});

interface StoredContent {
  subject: string;
  isOpen: boolean;
  /** Canonical JSON. */
  payload: string;
}

/** Returns whether an entry has this content. Version 1 of the format, of earlier releases, commits to the payload only. */
export function hasContent(stored: StoredContent, expected: EntryContent): boolean {
  if (stored.subject !== expected.subject) return false;
  if (getFormatVersion(stored) === 1) return stored.payload === canonicalize(expected.payload);
  return stored.isOpen === expected.isOpen && stored.payload === canonicalize(toCommitted(expected));
}

export const getFormatVersion = ({ payload }: Pick<StoredContent, 'payload'>): 1 | 2 =>
  (JSON.parse(payload) as { entry?: object }).entry === undefined ? 1 : 2;
