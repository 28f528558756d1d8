import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseCompanies, indexCompanies } from './select-companies.ts';

const KNOWN = [
  'Abbott Laboratories (Pakistan) Limited',
  'Habib Bank',
  'Habib Bank, Limited',
  'Limited',
  'Lucky Cement Limited',
  'Sanofi-Aventis, Pakistan, Limited',
];

const choose = (lists: string[], known: string[]) => chooseCompanies(lists, indexCompanies(known));

describe('a comma list of companies', () => {
  it.each([
    ['Lucky Cement Limited', ['Lucky Cement Limited']],
    ['lucky cement LIMITED', ['Lucky Cement Limited']],
    [' Lucky Cement Limited , Habib Bank ', ['Lucky Cement Limited', 'Habib Bank']],
    ['Habib Bank, Limited', ['Habib Bank, Limited']],
    ['Habib Bank,Limited', ['Habib Bank', 'Limited']],
    ['Habib Bank, Limited,Habib Bank', ['Habib Bank, Limited', 'Habib Bank']],
    ['Sanofi-Aventis, Pakistan, Limited,Limited', ['Sanofi-Aventis, Pakistan, Limited', 'Limited']],
    ['Nobody, Inc,Lucky Cement Limited,,', ['Lucky Cement Limited']],
    ['Sanofi-Aventis, Pakistan', []],
    ['Lucky Cement', []],
    ['', []],
    [',,,', []],
  ])('%j means %j', (list, names) => {
    expect(choose([list], KNOWN)).toEqual(names);
  });

  it('may be several lists; a name in two of them is chosen once', () => {
    expect(choose(['Habib Bank,Limited', 'limited', 'Habib Bank, Limited'], KNOWN)).toEqual([
      'Habib Bank',
      'Limited',
      'Habib Bank, Limited',
    ]);
  });

  it('takes a shorter name where the longest would leave the rest over', () => {
    expect(choose(['A,B,C'], ['A', 'A,B', 'B,C'])).toEqual(['A', 'B,C']);
  });

  it('means every spelling of a name that is known in several', () => {
    expect(choose(['LUCKY'], ['Lucky', 'lucky ', 'LUCKY'])).toEqual(['Lucky', 'lucky ', 'LUCKY']);
  });

  const word = fc.stringMatching(/^[A-Za-z().&' -]{1,12}$/).map((text) => text.trim() || 'x');
  const unique = (names: string[]) => [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
  const chosenOf = (names: string[]) =>
    fc.tuple(fc.constant(names), fc.shuffledSubarray(names, { minLength: 0 }));

  it('is read back exactly, whatever the names, when commas within them are followed by a blank', () => {
    const names = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(', ')));
    fc.assert(
      fc.property(names.map(unique).chain(chosenOf), ([known, chosen]) => {
        expect(choose([chosen.join(',')], known)).toEqual(chosen);
        expect(choose(chosen, known)).toEqual(chosen);
      }),
    );
  });

  it('is read back exactly when no part of a name is a name itself', () => {
    const names = fc
      .array(fc.array(word, { minLength: 1, maxLength: 4 }))
      .map((all) => all.map((parts, index) => `${index} ${parts.join(',')}`));
    fc.assert(
      fc.property(names.chain(chosenOf), ([known, chosen]) => {
        expect(choose([chosen.join(',').toUpperCase()], known)).toEqual(chosen);
      }),
    );
  });
});
