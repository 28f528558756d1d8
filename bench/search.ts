/**
 * `npm run bench:search`: searches the list of queries and prints for each class how many found the right thing first, and how long a
 * search takes. Writes and loads nothing.
 */

import { createCompanyIndex } from '#features/market/server/company-search/rank-companies.ts';
import { describeFirst, searchMarket } from '#features/market/server/company-search/search-market.ts';
import { listCompanies } from '#features/market/server/market.ts';
import { parseQueries, SEARCH_QUERIES } from '#tests/support/market/search-queries.ts';

const companies = listCompanies();
const index = createCompanyIndex(async () => companies);
await searchMarket('warm up', index.search);
const times: number[] = [];
let right = 0;

for (const [name, text] of Object.entries(SEARCH_QUERIES)) {
  const queries = parseQueries(text);
  const misses: string[] = [];
  for (const { query, right: answers } of queries) {
    const start = performance.now();
    const first = describeFirst(await searchMarket(query, index.search));
    times.push(performance.now() - start);
    if (!answers.includes(first)) misses.push(`${query} (${first})`);
  }
  right += queries.length - misses.length;
  const missed = misses.length > 0 ? `, not ${misses.join(', ')}` : '';
  console.log(`${name}: ${queries.length - misses.length} of ${queries.length}${missed}`);
}

times.sort((a, b) => a - b);
const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(2);
console.log(`total: ${right} of ${times.length} (${((100 * right) / times.length).toFixed(1)} %)`);
console.log(`a search takes ${at(0.5)} ms (median), ${at(0.99)} ms (p99)`);
