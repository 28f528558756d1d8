import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { truncateAtWord } from './truncate-at-word.ts';

it.each([
  ['short', 10, 'short'],
  ['exactly ten', 11, 'exactly ten'],
  ['State Bank holds the rate', 16, 'State Bank…'],
  ['State Bank holds the rate', 17, 'State Bank holds…'],
  ['State Bank, in a new report', 13, 'State Bank…'],
  ['The index – up again', 13, 'The index…'],
  ['Unbreakableword', 6, 'Unbre…'],
  ['Bulls🐂🐂🐂', 7, 'Bulls…'],
])('truncates "%s" to %i characters at a word boundary', (text, maxLength, truncated) => {
  expect(truncateAtWord(text, maxLength)).toBe(truncated);
});

it('returns whole words of the text within the limit', () => {
  const words = fc.array(fc.stringMatching(/^[a-zA-Z]{1,12}$/), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(words, fc.integer({ min: 30, max: 150 }), (parts, maxLength) => {
      const text = parts.join(' ');
      const truncated = truncateAtWord(text, maxLength);
      expect(truncated.length).toBeLessThanOrEqual(maxLength);
      expect(`${text} `.startsWith(`${truncated.replace(/…$/, '')} `)).toBe(true);
    }),
  );
});
