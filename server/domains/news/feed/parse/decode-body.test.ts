import { expect, it } from 'vitest';
import { decodeBody } from './decode-body.ts';

const utf8 = new TextEncoder().encode('<rss>Nestlé’s price: €1</rss>');
const windows1252 = Buffer.from('<rss>Nestl\xe9\x92s price: \x801</rss>', 'latin1');
const text = '<rss>Nestlé’s price: €1</rss>';

it.each([
  null,
  'text/xml',
  'text/xml; charset=utf-8',
  'text/xml; charset=windows-1252',
  'text/xml; charset=klingon',
])('detects UTF-8 by its bytes, regardless of the declared encoding: %s', (contentType) => {
  expect(decodeBody(utf8, contentType)).toBe(text);
});

it.each([
  null,
  'text/xml; charset=windows-1252',
  'text/xml; charset="ISO-8859-1"',
  'text/xml; charset=utf-8',
  'text/xml; charset=klingon',
  'text/xml; charset=replacement',
])('decodes windows-1252, with a correct, wrong or missing declaration: %s', (contentType) => {
  expect(decodeBody(windows1252, contentType)).toBe(text);
});

it('prefers the encoding of the header to that of the XML declaration', () => {
  const cyrillic = Buffer.from(
    '<?xml version="1.0" encoding="windows-1251"?><rss>\xc1\xe8\xf0\xe6\xe0</rss>',
    'latin1',
  );
  expect(decodeBody(cyrillic, 'text/xml')).toContain('<rss>Биржа</rss>');
  expect(decodeBody(cyrillic, 'text/xml; charset=windows-1252')).toContain('<rss>Áèðæà</rss>');
});

it('detects UTF-16 with and without a byte order mark, and strips the mark of UTF-8', () => {
  const little = Buffer.from('\ufeff<?xml?><rss>اردو</rss>', 'utf16le');
  expect(decodeBody(little, null)).toBe('<?xml?><rss>اردو</rss>');
  expect(decodeBody(little.subarray(2), null)).toBe('<?xml?><rss>اردو</rss>');
  expect(decodeBody(Buffer.from(little).swap16(), null)).toBe('<?xml?><rss>اردو</rss>');
  expect(decodeBody(Buffer.from('\ufeff<rss/>'), null)).toBe('<rss/>');
});

it('decodes UTF-8 that is truncated within a character', () => {
  expect(decodeBody(Buffer.from('<rss>خبریں').subarray(0, -1), null)).toBe('<rss>خبری\ufffd');
});
