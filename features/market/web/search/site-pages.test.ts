import { expect, it } from 'vitest';
import { findPages } from './site-pages.ts';

const names = (search: string, viewer: Parameters<typeof findPages>[1] = 'visitor') =>
  findPages(search, viewer).map(({ name }) => name);

it.each([
  ['pricing', ['Pricing']],
  ['pri', ['Pricing', 'Charting', 'Privacy Policy'].toSorted()],
  ['board meet', ['Board Meetings']],
  ['dividend', ['Book Closures']],
  ['signals swing', ['Swing Signals']],
  ['agm', ['Board Meetings']],
  ['portfolio', ['My Positions']],
  ['performance', ['Performance']],
  ['track record', ['Performance', 'Public Record']],
  ['api', ['API for Developers']],
  ['reg', ['Sign Up']],
  ['customers', []],
  ['pricing lucky', []],
  ['x', []],
])('finds %s: %j', (search, expected) => {
  expect(names(search).toSorted()).toEqual(expected);
});

it('lists pages that are named so before others', () => {
  expect(names('p')[0]).toBe('Pricing');
});

it('finds account pages for customers and admin pages for administrators only', () => {
  expect(names('subscription', 'customer')).toEqual(['My Subscription']);
  expect(names('subscription')).toEqual([]);
  expect(names('customers', 'admin')).toEqual(['Admin: Customers']);
  expect(names('audit', 'customer')).toEqual([]);
});

it('lists the main pages without a text', () => {
  expect(names('')).toEqual([
    'Today',
    'Signals',
    'Board Meetings',
    'Book Closures',
    'News',
    'Pricing',
    'Charting',
    'Companies',
  ]);
  expect(names(' ', 'admin')).toContain('Admin: Signals');
});
