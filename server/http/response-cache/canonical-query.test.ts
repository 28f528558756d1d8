import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getCanonicalQuery } from './canonical-query.ts';

describe('getCanonicalQuery', () => {
  it.each([
    [undefined, ''],
    [{}, ''],
    [{ page: undefined }, ''],
    [{ search: '' }, '?search='],
    [{ page: '2', search: 'ogdc' }, '?page=2&search=ogdc'],
    [{ sector: ['Oil & Gas', 'Cement'] }, '?sector=Oil+%26+Gas&sector=Cement'],
    [{ sector: ['Cement', 'Oil & Gas'] }, '?sector=Cement&sector=Oil+%26+Gas'],
    [{ sector: [] }, ''],
    [{ search: 'a&page=2' }, '?search=a%26page%3D2'],
    [{ search: 'سیمنٹ' }, '?search=%D8%B3%DB%8C%D9%85%D9%86%D9%B9'],
  ])('formats %j as %j', (parameters, query) => {
    expect(getCanonicalQuery(parameters)).toBe(query);
  });

  const Query = z.object({
    search: z.optional(z.string()),
    sector: z.optional(z.array(z.string())),
    page: z.optional(z.string()),
  });
  const queries = fc.record(
    {
      search: fc.string(),
      sector: fc.array(fc.string(), { minLength: 1, maxLength: 4 }),
      page: fc.string(),
      unknown: fc.string(),
    },
    { requiredKeys: [] },
  );

  it('is the same exactly for queries that mean the same', () => {
    const parse = (query: unknown) => z.parse(Query, query);
    const shuffle = (query: object) => Object.fromEntries(Object.entries(query).reverse());
    fc.assert(
      fc.property(queries, queries, (one, other) => {
        expect(getCanonicalQuery(parse(shuffle(one)))).toBe(getCanonicalQuery(parse(one)));
        const isSame = JSON.stringify(parse(one)) === JSON.stringify(parse(other));
        expect(getCanonicalQuery(parse(one)) === getCanonicalQuery(parse(other))).toBe(isSame);
      }),
    );
  });

  it('can be parsed back to the same values', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (values) => {
        expect(new URLSearchParams(getCanonicalQuery({ a: values })).getAll('a')).toEqual(values);
      }),
    );
  });
});
