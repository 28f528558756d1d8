import { describe, expect, it } from 'vitest';
import { closure, fixture, LUCKY, parse } from '#tests/support/imports/layouts.ts';

describe('the ksestocks layout', () => {
  const script = fixture('ksestocks.js');

  it.each([
    ['a script', script],
    ['plain JSON', script.replace('var bcs = ', '').replace(';', '')],
  ])('parses %s', (_, content) => {
    expect(parse(content, 'book-closures')).toEqual({
      name: 'ksestocks book closures',
      rows: [
        [
          2,
          {
            ...LUCKY,
            ...closure,
            faceValue: '10.00',
            bcFrom: '2026-08-18',
            bcTo: '2026-08-25',
            payout: 'Dividend=250%',
          },
        ],
        [
          3,
          {
            ...closure,
            symbol: null,
            companyName: 'Rose Limited',
            faceValue: '5.00',
            bcFrom: '2026-11-30',
            payout: 'Dividend=60%Bonus=20%',
          },
        ],
        [5, '"0000-00-00" is not a valid date: there is no such month (numeric dates are read day first).'],
      ],
    });
  });
});
