/**
 * `npm run bench:search`: searches the lists of queries and prints for each class how many found the right thing first, and how long a
 * search takes. Misses are listed only of the queries that the search is tuned on: names written for those of the other lists would make their
 * figures meaningless. Writes and loads nothing.
 */

import { createCompanyIndex } from '#features/market/server/company-search/rank-companies.ts';
import { describeFirst, searchMarket } from '#features/market/server/company-search/search-market.ts';
import { listCompanies } from '#features/market/server/market.ts';
import {
  HELD_BACK_QUERIES,
  LATER_HELD_BACK_QUERIES,
  parseQueries,
  SEARCH_QUERIES,
} from '#tests/support/market/search-queries.ts';

const companies = listCompanies();
const index = createCompanyIndex(async () => companies);
await searchMarket('warm up', index.search);
const times: number[] = [];

await printClasses('Tuned on', SEARCH_QUERIES, true);
await printClasses('Held back', HELD_BACK_QUERIES, false);
await printClasses('Held back later', LATER_HELD_BACK_QUERIES, false);
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(2);
console.log(`a search takes ${at(0.5)} ms (median), ${at(0.99)} ms (p99)`);

async function printClasses(label: string, classes: Record<string, string>, hasMisses: boolean) {
  console.log(`${label}:`);
  let [right, total] = [0, 0];
  for (const [name, text] of Object.entries(classes)) {
    const queries = parseQueries(text);
    const misses: string[] = [];
    for (const { query, right: answers } of queries) {
      const start = performance.now();
      const first = describeFirst(await searchMarket(query, index.search));
      times.push(performance.now() - start);
      if (!answers.includes(first)) misses.push(`${query} (${first})`);
    }
    right += queries.length - misses.length;
    total += queries.length;
    const missed = hasMisses && misses.length > 0 ? `, not ${misses.join(', ')}` : '';
    console.log(`  ${name}: ${queries.length - misses.length} of ${queries.length}${missed}`);
  }
  console.log(`  total: ${right} of ${total} (${((100 * right) / total).toFixed(1)} %)\n`);
}
