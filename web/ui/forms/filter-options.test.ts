import { describe, expect, it } from 'vitest';
import { filterOptions } from './filter-options.ts';

const COMPANIES = ['Attock Cement', 'Bestway Cement', 'Engro Corp', 'Lucky Cement', 'Systems Ltd'];

describe('the options that a list shows', () => {
  it('are all of them when they fit', () => {
    expect(filterOptions(COMPANIES, { sought: '', selected: [], max: 5 })).toEqual({
      shown: COMPANIES,
      hidden: 0,
    });
  });

  it('are the first ones otherwise, and the others are counted', () => {
    expect(filterOptions(COMPANIES, { sought: '', selected: [], max: 2 })).toEqual({
      shown: ['Attock Cement', 'Bestway Cement'],
      hidden: 3,
    });
  });

  it('have what is selected among them, in its place', () => {
    const { shown } = filterOptions(COMPANIES, {
      sought: '',
      selected: ['Systems Ltd', 'Engro Corp'],
      max: 3,
    });
    expect(shown).toEqual(['Attock Cement', 'Engro Corp', 'Systems Ltd']);
  });

  it('match what is sought in any case, and no more of them than fit', () => {
    expect(filterOptions(COMPANIES, { sought: ' CEMENT ', selected: ['Systems Ltd'], max: 2 })).toEqual({
      shown: ['Attock Cement', 'Bestway Cement'],
      hidden: 1,
    });
    expect(filterOptions(COMPANIES, { sought: 'no such', selected: [], max: 2 })).toEqual({
      shown: [],
      hidden: 0,
    });
  });
});
