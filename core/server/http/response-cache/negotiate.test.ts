import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseEncoding, hasCurrent, isNotModified } from './negotiate.ts';

describe('chooseEncoding', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['deflate', null],
    ['identity', null],
    ['*', 'br'],
    ['br;q=0', null],
    ['br;q=0.000, gzip', 'gzip'],
    ['br; q=0, *', 'gzip'],
    ['*;q=0', null],
    ['gzip;q=0.001', 'gzip'],
    ['br;q=0.5, gzip;q=1.0', 'br'],
    ['br;q=nonsense', 'br'],
    ['bro, xgzip', null],
    [',,;q=1,', null],
  ])('chooses for %j: %j', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
  });

  it('never chooses an encoding that the header does not name', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const encoding = chooseEncoding(header);
        if (encoding !== null && !header.includes('*')) {
          expect(header.toLowerCase()).toContain(encoding);
        }
      }),
    );
  });
});

describe('isNotModified', () => {
  const TAG = '"abc-br"';

  it.each([
    [undefined, false],
    ['', false],
    [TAG, true],
    [`W/${TAG}`, true],
    ['*', true],
    [' * ', true],
    ['"*"', false],
    [`"other", ${TAG}`, true],
    [`W/"other",W/${TAG}`, true],
    [`"a,b", ${TAG}`, true],
    ['"abc"', false],
    ['abc-br', false],
    ['"abc-br', false],
    ['"abc", "br"', false],
  ])('compares %j', (header, expected) => {
    expect(isNotModified(TAG, header)).toBe(expected);
  });
});

describe('hasCurrent', () => {
  const TAG = '"abc"';
  const TIME = 'Sat, 21 Nov 2026 05:42:00 GMT';

  it.each([
    [{ 'if-none-match': TAG }, undefined, true],
    [{ 'if-none-match': TAG }, TIME, true],
    [{ 'if-modified-since': TIME }, TIME, true],
    [{ 'if-modified-since': 'Sat, 21 Nov 2026 05:42:01 GMT' }, TIME, true],
    [{ 'if-modified-since': 'Sat, 21 Nov 2026 05:41:59 GMT' }, TIME, false],
    [{ 'if-modified-since': 'yesterday' }, TIME, false],
    [{ 'if-modified-since': TIME }, undefined, false],
    [{ 'if-none-match': '"x"', 'if-modified-since': TIME }, TIME, false],
    [{}, TIME, false],
    [{}, undefined, false],
  ])('evaluates %j for a response of %s', (headers, lastModified, expected) => {
    expect(hasCurrent(headers, TAG, lastModified)).toBe(expected);
  });
});
