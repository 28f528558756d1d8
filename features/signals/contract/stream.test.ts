import { expect, it } from 'vitest';
import { formatVersions, parseVersions, type Versions } from './stream.ts';

const VERSIONS: Versions = new Map([
  ['swing', 3],
  ['intraday', 12],
]);

it('formats versions in the order of the types, and parses them', () => {
  expect(formatVersions(VERSIONS)).toBe('intraday:12,swing:3');
  expect(parseVersions('intraday:12,swing:3')).toEqual(VERSIONS);
});

it('parses no versions of types that this release does not have', () => {
  expect(parseVersions('weekly:7,swing:3')).toEqual(new Map([['swing', 3]]));
  expect(parseVersions('')).toEqual(new Map());
});
