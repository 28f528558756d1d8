import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';

/** The content encodings of stored responses, in the order of preference. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Browsers send only a few values. Parsing one takes 0.5 µs, and sending a stored response 20. */
const chosenEncodings = new LRUCache<string, { encoding: Encoding | null }>({ max: 100 });

/** Returns the encoding for a request: the first of ours that it accepts, or `null` for the uncompressed body. */
export function chooseEncoding(acceptEncoding: string | string[] | undefined): Encoding | null {
  if (acceptEncoding === undefined) return null;
  const header = String(acceptEncoding);
  const chosen = chosenEncodings.get(header);
  if (chosen) return chosen.encoding;
  const weights = parseWeights(header);
  const encoding = ENCODINGS.find((name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0) ?? null;
  chosenEncodings.set(header, { encoding });
  return encoding;
}

/** Parses `gzip, br;q=0.5, *;q=0`. An encoding without a weight, or with a malformed one, has the weight 1. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.map((parameter) => /^q=([01](?:\.\d*)?)$/.exec(parameter)?.[1]).find(Boolean);
    if (name !== '') weights.set(name, Number(weight ?? 1));
  }
  return weights;
}

/**
 * Returns true if the client has the response with this tag and, if any, this `Last-Modified`. `If-None-Match` takes
 * precedence over `If-Modified-Since` (RFC 9110 §13.1.3).
 */
export function hasCurrent(
  headers: Pick<IncomingHttpHeaders, 'if-none-match' | 'if-modified-since'>,
  etag: string,
  lastModified: string | undefined,
): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined || lastModified === undefined) return isNotModified(etag, tags);
  return Date.parse(lastModified) <= Date.parse(headers['if-modified-since'] ?? '');
}

/** Returns true if the client has the response with this strong tag (RFC 9110 §13.1.2: a list of tags or `*`, compared weakly). */
export function isNotModified(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const tags: string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return tags.includes(etag);
}
