import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { BoardMeetingFilters } from '#features/corporate-actions/contract/board-meetings.ts';
import { BookClosureFilters } from '#features/corporate-actions/contract/book-closures.ts';
import { NewsQuery } from '#features/news/contract/endpoints.ts';
import { getCanonicalQuery } from './cache-control.ts';

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

  it('a canonical query is the same exactly for queries that mean the same', () => {
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

  it('a canonical query can be parsed back to the same values', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (values) => {
        expect(new URLSearchParams(getCanonicalQuery({ a: values })).getAll('a')).toEqual(values);
      }),
    );
  });

  describe('of parameters that select a set', () => {
    const schemas = [
      ['sector', NewsQuery],
      ['category', NewsQuery],
      ['company_name', BoardMeetingFilters],
      ['symbol', BoardMeetingFilters],
      ['company_name', BookClosureFilters],
      ['symbol', BookClosureFilters],
    ] as const;
    const canonicalize = (schema: z.ZodMiniType, query: object) => getCanonicalQuery(z.parse(schema, query));

    it.each(schemas)('a canonical query is the same for every order and repetition of %s', (name, schema) => {
      const values = fc.array(fc.stringMatching(/^[A-Za-z&, ]{1,20}$/), { minLength: 1, maxLength: 6 });
      fc.assert(
        fc.property(
          values.chain((each) =>
            fc.tuple(fc.constant(each), fc.shuffledSubarray(each, { minLength: each.length }), fc.nat()),
          ),
          ([each, shuffled, index]) => {
            const repeated = [...shuffled, shuffled[index % shuffled.length] as string, ''];
            expect(canonicalize(schema, { [name]: repeated })).toBe(canonicalize(schema, { [name]: each }));
          },
        ),
      );
    });

    it.each(schemas)('differs for other values of %s', (name, schema) => {
      const toQuery = (value: unknown) => canonicalize(schema, { [name]: value });
      expect(toQuery(['B', 'A'])).toBe(`?${name}=A&${name}=B`);
      expect(toQuery('B')).toBe(`?${name}=B`);
      // Names contain commas, symbols do not.
      expect(toQuery('A,B')).toBe(name === 'symbol' ? toQuery(['A', 'B']) : `?${name}=A%2CB`);
      expect(toQuery(['A', 'B', 'C'])).not.toBe(toQuery(['A', 'B']));
    });
  });
});
