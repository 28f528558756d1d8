import { expect, it } from 'vitest';
import { getDocumentUrl } from './filing-document.ts';

it.each([
  ['/download/document/282940.pdf', 'https://dps.psx.com.pk/download/document/282940.pdf'],
  ['download/attachment/281036-1.pdf', 'https://dps.psx.com.pk/download/attachment/281036-1.pdf'],
  ['https://dps.psx.com.pk/download/document/1.pdf', 'https://dps.psx.com.pk/download/document/1.pdf'],
])('the document %s is on the site of the exchange', (document, address) => {
  expect(getDocumentUrl(document)).toBe(address);
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
])('the document %s is not linked', (document) => {
  expect(getDocumentUrl(document)).toBeNull();
});
