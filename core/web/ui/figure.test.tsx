import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Figures } from './figure.tsx';

const listKept = (text: string) =>
  [...renderToStaticMarkup(<Figures>{text}</Figures>).matchAll(/<span translate="no">([^<]*)/g)].map(
    ([, kept]) => kept,
  );

test.each([
  ['LUCK: TP1 hit', ['LUCK', 'TP1']],
  ['Buy at 471.00 · stop 465.00 · targets 1,480.00, 490.00', ['471.00', '465.00', '1,480.00', '490.00']],
  ['+1.33 R at the close of 20 Nov 2026 (−0.5%)', ['+1.33 R', '−0.5%']],
  ['Stop loss moved from Rs. 448.00 to Rs. 460.00.', ['Rs. 448.00', 'Rs. 460.00']],
  ['Rs. 5 a share (final) + 12.5 % bonus: 1 share for every 8', ['Rs. 5', '12.5 %']],
  ['Note: 3 won, in 2 Rounds', []],
])('the figures of “%s” are not translated', (text, kept) => {
  expect(listKept(text)).toEqual(kept);
});

test('a text stays the same', () => {
  const text = 'Last +7.21%, Rs. 465.00';
  expect(renderToStaticMarkup(<Figures>{text}</Figures>).replace(/<[^>]*>/g, '')).toBe(text);
});
