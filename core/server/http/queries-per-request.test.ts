import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { usePaddleApp } from '#tests/support/billing/paddle-simulator.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { recordStatements } from '#tests/support/database/record-statements.ts';
import { type Examples, makeExamples } from '#tests/support/endpoints/example-rows.ts';
import {
  AUTHENTICATION_QUERIES,
  BUDGETS,
  type BudgetedRequest,
  MAX_QUERIES,
  PAGES,
  UNMEASURED,
} from '#tests/support/endpoints/query-budgets.ts';
import { ResponseStore } from './response-cache/response-store.ts';

/** The requests of few rows are compared with those of more. */
const MORE_ROWS = 4;

const test = usePaddleApp({}, { followsSimulator: true });

interface Measurement {
  status: number;
  queries: string[];
}

const NOT_MEASURED: Measurement = { status: 0, queries: [] };

const requests = Object.entries(BUDGETS).flatMap(([path, cases]) =>
  cases.map((request, index) => ({
    name: `${path} as ${request.as ?? 'visitor'}, request ${index + 1}`,
    request: { url: () => path, ...request },
    isException: (request.max ?? MAX_QUERIES) > MAX_QUERIES,
    max: (request.max ?? MAX_QUERIES) + (request.as === undefined ? 0 : AUTHENTICATION_QUERIES),
  })),
);
const pages = Object.values(paths).map((path) => ({
  name: path,
  request: { url: () => path },
  isException: path in PAGES,
  max: PAGES[path]?.max ?? MAX_QUERIES,
}));
type Entry = (typeof requests | typeof pages)[number];

let measuring: ReturnType<typeof measureWithFewAndMany> | undefined;
let measured: Awaited<typeof measuring>;
beforeEach(async () => {
  measuring ??= measureWithFewAndMany();
  measured = await measuring;
}, 120_000);
afterAll(() => vi.restoreAllMocks());

async function measureWithFewAndMany() {
  // Every response is read from the database. What requests share, such as the trading calendar, remains shared.
  vi.spyOn(ResponseStore.prototype, 'get').mockReturnValue(undefined);
  vi.spyOn(ResponseStore.prototype, 'getServable').mockReturnValue(undefined);
  const examples = await makeExamples(test);
  await examples.add();
  // Until then caches hold nothing for longer than a second, and the first requests would have more queries.
  await vi.waitFor(() => expect(test.database.changes.isListening).toBe(true), { timeout: 30_000 });
  const few = await measureAll(examples);
  for (let count = 0; count < MORE_ROWS; count += 1) await examples.add();
  const many = await measureAll(examples);
  return new Map(
    [...requests, ...pages].map((entry) => [
      entry as Entry,
      { few: few.get(entry) as Measurement, many: many.get(entry) as Measurement },
    ]),
  );
}

async function measureAll(examples: Examples): Promise<Map<Entry, Measurement>> {
  const results = new Map<Entry, Measurement>();
  // The first requests read what all share.
  for (const entry of [...requests, ...pages, ...requests, ...pages])
    results.set(entry, await measure(entry.request, examples));
  return results;
}

async function measure(
  { url, as, isShared }: BudgetedRequest,
  { example, tokens }: Examples,
): Promise<Measurement> {
  let status = 0;
  const send = async () => {
    const headers = as === undefined ? {} : { authorization: `Bearer ${tokens[as]}` };
    ({ statusCode: status } = await test.request({ url: url?.(example) ?? '', headers }));
  };
  if (isShared) await send();
  const statements = await recordStatements(test.database, send);
  return { status, queries: statements.map(({ text }) => text) };
}

const format = ({ queries }: Measurement) => `${queries.length} queries:\n${queries.join('\n')}`;

function expectWithinBudget(entry: Entry): void {
  const { few, many } = measured?.get(entry) ?? { few: NOT_MEASURED, many: NOT_MEASURED };
  expect(many.status).toBe(entry.name.startsWith('/metrics') ? 404 : 200);
  expect(many.queries.length, format(many)).toBeLessThanOrEqual(entry.max);
  // So that an exception disappears when it is no longer needed.
  if (entry.isException) expect(many.queries.length, format(many)).toBe(entry.max);
  expect(many.queries.length, `${format(few)}\n\nwith more rows ${format(many)}`).toBe(few.queries.length);
}

describe('the queries of a request', () => {
  it('requires a budget for every GET route', async () => {
    const urls: string[] = [];
    const app = await createAppOnDatabase(
      test.database,
      {},
      {
        onRoute({ method, url }) {
          // Static files have several methods, and so have rejections of wrong methods.
          if (method === 'GET' && !/^\/(assets|simulators)\/|\*/.test(url)) urls.push(url);
        },
      },
    );
    await app.close();
    expect(urls.length).toBeGreaterThan(60);
    const expected = new Set([...Object.keys(BUDGETS), ...UNMEASURED]);
    expect([...new Set(urls)].sort()).toEqual([...expected].sort());
  });

  it('requires a reason for every higher budget', () => {
    const withoutReason = Object.entries(BUDGETS).filter(([, cases]) =>
      cases.some(({ max = 0, reason }) => max > MAX_QUERIES && reason === undefined),
    );
    expect(withoutReason).toEqual([]);
  });

  it.each(requests)('does not exceed $max, whatever the number of rows: $name', expectWithinBudget);

  it.each(pages)('does not exceed $max, whatever the number of rows: page $name', expectWithinBudget);
});
