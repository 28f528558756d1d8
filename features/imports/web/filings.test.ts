import { expect, it } from 'vitest';
import { getDocumentUrl } from './filings.tsx';

it.each([
  ['/download/document/282940.pdf', 'https://dps.psx.com.pk/download/document/282940.pdf'],
  ['download/attachment/281036-1.pdf', 'https://dps.psx.com.pk/download/attachment/281036-1.pdf'],
  ['https://dps.psx.com.pk/download/document/1.pdf', 'https://dps.psx.com.pk/download/document/1.pdf'],
])('links the document %s on the site of the exchange', (document, url) => {
  expect(getDocumentUrl(document)).toBe(url);
});

it.each([
  null,
  '',
  '/',
  '//elsewhere.example/1.pdf',
  '\\\\elsewhere.example\\1.pdf',
  'https://elsewhere.example/1.pdf',
  'http://dps.psx.com.pk/1.pdf',
  'https://dps.psx.com.pk@elsewhere.example/',
  'javascript:alert(1)',
  'https://',
])('does not link the document %s', (document) => {
  expect(getDocumentUrl(document)).toBeNull();
});
