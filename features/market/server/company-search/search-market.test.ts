import { describe, expect, it } from 'vitest';
import { listCompanies } from '#features/market/server/market.ts';
import { HELD_BACK_QUERIES, parseQueries, SEARCH_QUERIES } from '#tests/support/market/search-queries.ts';
import { createCompanyIndex } from './rank-companies.ts';
import { describeFirst, searchMarket } from './search-market.ts';

const companies = listCompanies();
const index = createCompanyIndex(async () => companies);
const search = (text: string) => searchMarket(text, index.search);

const TARGET = 0.95;
let total = 0;
let right = 0;

describe('searching the market', () => {
  it.each(Object.entries(SEARCH_QUERIES))('finds the right thing first for %s', async (name, text) => {
    const queries = parseQueries(text);
    const misses: string[] = [];
    for (const { query, right: answers } of queries) {
      const first = describeFirst(await search(query));
      if (!answers.includes(first)) misses.push(`${query}: ${first} instead of ${answers.join(' or ')}`);
    }
    total += queries.length;
    right += queries.length - misses.length;
    const share = `${queries.length - misses.length} of ${queries.length} of ${name}`;
    expect(misses.length / queries.length, `${share}; ${misses.join('; ')}`).toBeLessThanOrEqual(1 - TARGET);
  });

  it('finds the right thing first for at least 95 % of 150 queries', () => {
    expect(total).toBeGreaterThanOrEqual(150);
    expect(right / total).toBeGreaterThanOrEqual(TARGET);
  });

  it('finds the right thing first for 9 of 10 queries that no name or rule was written for', async () => {
    const queries = Object.values(HELD_BACK_QUERIES).flatMap(parseQueries);
    const found = await Promise.all(
      queries.map(async ({ query, right }) => right.includes(describeFirst(await search(query)))),
    );
    expect(queries.length).toBeGreaterThanOrEqual(60);
    expect(found.filter(Boolean).length / queries.length).toBeGreaterThanOrEqual(0.9);
  });

  it.each([
    ['kia', 'LUCK', 'Kia and Peugeot cars are made by Lucky Motor, an unlisted subsidiary of Lucky Cement'],
    ['engro', 'ENGROH', 'Continues ENGRO'],
    ['suzuki', 'PSMC', 'Suzuki cars are made by Pak Suzuki, which is no longer listed'],
    ['luck', 'LUCK', null],
  ])('says why %s leads to %s', async (text, symbol, reason) => {
    expect((await search(text)).companies[0]).toMatchObject({ symbol, reason });
  });

  it.each([
    ['engro', 'ENGRO', 'Merged into ENGROH, delisted 14 Jan 2025'],
    ['byco', 'BYCO', 'Renamed, now CNERGY'],
    ['pak suzuki motor', 'PSMC', 'Delisted 26 Apr 2024'],
  ])('finds what is no longer quoted last for %s and says so', async (text, symbol, reason) => {
    const { companies } = await search(text);
    const at = companies.findIndex((company) => company.symbol === symbol);
    expect(companies[at]).toMatchObject({ reason });
    const gone = ['delisted', 'renamed', 'merged'];
    for (const { status } of companies.slice(at)) expect(gone).toContain(status);
  });

  it.each(['power', 'image', 'pace'])(
    'lists the company whose symbol or name is %s before a sector',
    async (text) => {
      expect((await search(text)).is_topic_first).toBe(false);
    },
  );
});
