import { expect, it } from 'vitest';
import { findLinks } from './mailbox.tsx';

const findLinkTexts = (text: string) =>
  findLinks(text, 'https://tezi.test').flatMap((part) => (part.isLink ? [part.text] : []));

it('finds links to this site', () => {
  expect(findLinkTexts('Open this:\n\nhttps://tezi.test/a#token=x_-1\n\nTezi\nhttps://tezi.test')).toEqual([
    'https://tezi.test/a#token=x_-1',
    'https://tezi.test',
  ]);
});

it.each([
  'https://evil.example/a',
  'https://tezi.test.evil.example',
  'https://tezi.test@evil.example',
  'http://tezi.test/',
  'javascript:alert(1)',
  'https://',
])('returns %j as text', (text) => {
  expect(findLinkTexts(text)).toEqual([]);
});

it('returns the complete text', () => {
  const text = 'a https://tezi.test b\nhttps://evil.example <c>';
  expect(
    findLinks(text, 'https://tezi.test')
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
