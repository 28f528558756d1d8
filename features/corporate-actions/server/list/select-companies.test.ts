import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexCompanies, selectCompanies } from './event-filter.ts';

const EXISTING = [
  'Abbott Laboratories (Pakistan) Limited',
  'Habib Bank',
  'Habib Bank, Limited',
  'Limited',
  'Lucky Cement Limited',
  'Sanofi-Aventis, Pakistan, Limited',
];

const select = (lists: string[], existing: string[]) => selectCompanies(lists, indexCompanies(existing));

describe('selectCompanies', () => {
  it.each([
    ['Lucky Cement Limited', ['Lucky Cement Limited']],
    ['lucky cement LIMITED', ['Lucky Cement Limited']],
    [' Lucky Cement Limited , Habib Bank ', ['Lucky Cement Limited', 'Habib Bank']],
    ['Habib Bank, Limited', ['Habib Bank, Limited']],
    ['Habib Bank,Limited', ['Habib Bank', 'Limited']],
    ['Habib Bank, Limited,Habib Bank', ['Habib Bank, Limited', 'Habib Bank']],
    ['Sanofi-Aventis, Pakistan, Limited,Limited', ['Sanofi-Aventis, Pakistan, Limited', 'Limited']],
    ['None, Inc,Lucky Cement Limited,,', ['Lucky Cement Limited']],
    ['Sanofi-Aventis, Pakistan', []],
    ['Lucky Cement', []],
    ['', []],
    [',,,', []],
  ])('parses %j as %j', (list, names) => {
    expect(select([list], EXISTING)).toEqual(names);
  });

  it('matches a stored name with invisible characters', () => {
    const stored = '\u200fLucky\u200b Cement\u00ad Limited\u200e';
    expect(select(['Lucky Cement Limited'], [stored])).toEqual([stored]);
  });

  it('returns a name in several lists once', () => {
    expect(select(['Habib Bank,Limited', 'limited', 'Habib Bank, Limited'], EXISTING)).toEqual([
      'Habib Bank',
      'Limited',
      'Habib Bank, Limited',
    ]);
  });

  it('prefers a shorter name if the longest one would leave parts unmatched', () => {
    expect(select(['A,B,C'], ['A', 'A,B', 'B,C'])).toEqual(['A', 'B,C']);
  });

  it('returns every spelling of a name', () => {
    expect(select(['LUCKY'], ['Lucky', 'lucky ', 'LUCKY'])).toEqual(['Lucky', 'lucky ', 'LUCKY']);
  });

  it('ignores all but the first parts of a list that consists of thousands', () => {
    const existing = ['Lucky', 'Rose'];
    const lists = [`${'Lucky,'.repeat(400)}x`, `${'x,'.repeat(2_000)}Rose`, 'Rose'];
    expect(select(lists, existing)).toEqual(['Lucky']);
    expect(select(lists.slice(0, 1), existing)).toEqual(['Lucky']);
  });

  const word = fc.stringMatching(/^[A-Za-z().&' -]{1,12}$/).map((text) => text.trim() || 'x');
  const unique = (names: string[]) => [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
  const withSelection = (names: string[]) =>
    fc.tuple(fc.constant(names), fc.shuffledSubarray(names, { minLength: 0 }));

  it('parses any joined names when the commas within names are followed by a space', () => {
    const names = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(', ')));
    fc.assert(
      fc.property(names.map(unique).chain(withSelection), ([existing, selected]) => {
        expect(select([selected.join(',')], existing)).toEqual(selected);
        expect(select(selected, existing)).toEqual(selected);
      }),
    );
  });

  it('parses any joined names when no part of a name is itself a name', () => {
    const names = fc
      .array(fc.array(word, { minLength: 1, maxLength: 4 }))
      .map((all) => all.map((parts, index) => `${index} ${parts.join(',')}`));
    fc.assert(
      fc.property(names.chain(withSelection), ([existing, selected]) => {
        expect(select([selected.join(',').toUpperCase()], existing)).toEqual(selected);
      }),
    );
  });
});
