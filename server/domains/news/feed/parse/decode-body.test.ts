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
])('knows UTF-8 by its bytes, whatever is declared: %s', (contentType) => {
  expect(decodeBody(utf8, contentType)).toBe(text);
});

it.each([
  null,
  'text/xml; charset=windows-1252',
  'text/xml; charset="ISO-8859-1"',
  'text/xml; charset=utf-8',
  'text/xml; charset=klingon',
  'text/xml; charset=replacement',
])('reads windows-1252, declared rightly, wrongly or not at all: %s', (contentType) => {
  expect(decodeBody(windows1252, contentType)).toBe(text);
});

it('takes the encoding of the XML declaration, and that of the header before it', () => {
  const cyrillic = Buffer.from(
    '<?xml version="1.0" encoding="windows-1251"?><rss>\xc1\xe8\xf0\xe6\xe0</rss>',
    'latin1',
  );
  expect(decodeBody(cyrillic, 'text/xml')).toContain('<rss>Биржа</rss>');
  expect(decodeBody(cyrillic, 'text/xml; charset=windows-1252')).toContain('<rss>Áèðæà</rss>');
});

it('reads UTF-16 by its mark or by its zeros, and leaves out the mark of UTF-8', () => {
  const little = Buffer.from('\ufeff<?xml?><rss>اردو</rss>', 'utf16le');
  expect(decodeBody(little, null)).toBe('<?xml?><rss>اردو</rss>');
  expect(decodeBody(little.subarray(2), null)).toBe('<?xml?><rss>اردو</rss>');
  expect(decodeBody(Buffer.from(little).swap16(), null)).toBe('<?xml?><rss>اردو</rss>');
  expect(decodeBody(Buffer.from('\ufeff<rss/>'), null)).toBe('<rss/>');
});

it('keeps UTF-8 that is cut in the middle of a character', () => {
  expect(decodeBody(Buffer.from('<rss>خبریں').subarray(0, -1), null)).toBe('<rss>خبری\ufffd');
});
