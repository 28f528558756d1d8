import { describe, expect, it } from 'vitest';
import { filterOptions } from './multi-select.tsx';

const COMPANIES = ['Attock Cement', 'Bestway Cement', 'Engro Corp', 'Lucky Cement', 'Systems Ltd'];

describe('filterOptions', () => {
  it('returns all options when they fit', () => {
    expect(filterOptions(COMPANIES, { search: '', selected: [], max: 5 })).toEqual({
      shown: COMPANIES,
      hidden: 0,
    });
  });

  it('returns the first options and counts the others when they do not fit', () => {
    expect(filterOptions(COMPANIES, { search: '', selected: [], max: 2 })).toEqual({
      shown: ['Attock Cement', 'Bestway Cement'],
      hidden: 3,
    });
  });

  it('includes selected options in their place', () => {
    const { shown } = filterOptions(COMPANIES, {
      search: '',
      selected: ['Systems Ltd', 'Engro Corp'],
      max: 3,
    });
    expect(shown).toEqual(['Attock Cement', 'Engro Corp', 'Systems Ltd']);
  });

  it('ignores the case of the search and limits the matches', () => {
    expect(filterOptions(COMPANIES, { search: ' CEMENT ', selected: ['Systems Ltd'], max: 2 })).toEqual({
      shown: ['Attock Cement', 'Bestway Cement'],
      hidden: 1,
    });
    expect(filterOptions(COMPANIES, { search: 'no such', selected: [], max: 2 })).toEqual({
      shown: [],
      hidden: 0,
    });
  });
});
