export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

export interface RecordHead {
  sequence: number;
  hash: string;
  /** RFC 3339 in UTC with milliseconds. */
  time: string;
  /** The public key, in hexadecimal. */
  key: string;
  signature: string;
}

export interface RecordEntry {
  sequence: number;
  time: string;
  kind: string;
  commitment: string;
  previous: string;
  hash: string;
}

export interface RecordReport {
  isValid: boolean;
  /** `line` is `null` if the problem concerns no single line. */
  problem: { line: number | null; message: string } | null;
  entries: number;
  revealed: number;
  sealed: number;
  /** The number of sealed entries that publish a signal. */
  sealedPublications: number;
  heads: number;
  lastHead: RecordHead | null;
  lastEntry: SavedHash | null;
  keys: { key: string; sequence: number; time: string }[];
  /** The number of hashes of a saved copy that the record contains. */
  compared: number;
  /** The versions of the format of the newest public content, and of the rules of the newest result; 0 without any. */
  formatVersion: number;
  rulesVersion: number;
  /** The number of public contents in format 1, and of results by rules before version 3, of which less is verified. */
  earlierContents: number;
  earlierResults: number;
  /** The number of signals whose pages were compared with the record; `null` if it is not valid, `undefined` without a site. */
  pages?: number | null;
  /** `false` in the minutes in which results are released. */
  areFiguresCompared?: boolean;
  /** What the site shows differently than the record, a sentence each. */
  findings?: string[];
  /** Each attempt found something else, so that neither the problem nor the findings are certain. */
  isChanging?: boolean;
}

export interface SavedHash {
  sequence: number;
  hash: string;
  time?: string;
  /** The content must be public. */
  isRevealed?: boolean;
  /** Of a head that must follow the entry. */
  signature?: string;
}

export interface Cryptography {
  /** In hexadecimal. */
  sha256(text: string): string | Promise<string>;
  verifySignature(signed: { key: string; text: string; signature: string }): boolean | Promise<boolean>;
}

interface Options {
  cryptography?: Cryptography;
  saved?: readonly SavedHash[];
  /** Nothing can be dated later, in milliseconds. */
  now?: number;
  onProgress?: (entries: number) => void;
}

export const FIRST_PREVIOUS: string;
export const KEY_STARTED: string;
export function canonicalize(value: unknown): string;
export function getCommitmentText(entry: { payload: JsonValue; salt: string }): string;
export function getHashText(entry: Omit<RecordEntry, 'hash'>): string;
export function getSignedText(head: Omit<RecordHead, 'signature'>): string;
export const webCryptography: Cryptography;
export function createNodeCryptography(crypto: typeof import('node:crypto')): Cryptography;
export class UnsupportedError extends Error {}
export class RecordVerifier {
  constructor(options?: Omit<Options, 'onProgress'>);
  readonly problem: RecordReport['problem'];
  readonly entries: number;
  push(bytes: Uint8Array): Promise<void>;
  finish(): Promise<RecordReport>;
}
export function verifyBytes(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  options?: Options,
): Promise<RecordReport>;
export function verifySite(
  url: string | URL,
  options?: Options & {
    load?: (url: URL, maxBytes: number) => Promise<Uint8Array>;
    /** Waits between attempts. */
    pause?: (durationMs: number) => Promise<void>;
  },
): Promise<RecordReport>;
export function readSavedCopy(
  bytes: Uint8Array,
  options?: Pick<Options, 'cryptography' | 'now'>,
): Promise<{ saved: SavedHash[]; problem: RecordReport['problem'] }>;
export function describeReport(report: RecordReport): string[];
export function verifyWithNode(
  source: string,
  savedFile?: string,
  options?: Pick<Options, 'now'>,
): Promise<RecordReport>;
