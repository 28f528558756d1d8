import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { addDays, toKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { addMilliseconds, DAY, systemClock } from '#core/server/platform/clock.ts';
import { toInsertBatches } from '#core/server/platform/database/parameters.ts';
import type { Database } from '#core/server/platform/database.ts';
import { verifyWithNode } from '#features/ledger/contract/verify-record.mjs';
import { appendEntries, type SigningKey } from '#features/ledger/server/ledger.ts';
import { cacheHolidays, getPreviousTradingDay } from '#features/market/server/market.ts';
import { SIGNAL_TYPES } from '#features/signals/contract/signal-types.ts';
import { toVersion } from '#features/signals/server/changes/change-signal.ts';
import { releaseEndedSignals } from '#features/signals/server/ledger/release-ended-signals.ts';
import { insertVersions, type SignalRow } from '#features/signals/server/signals.queries.ts';
import { signals } from '#features/signals/server/signals.tables.ts';
import { toVersionEntry } from '#features/signals/server/track-record/ledger/to-entry.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { NODE, ROOT } from '#tests/support/server-process.ts';
import { type Server, startServer } from './server.ts';

const SYMBOLS = 200;
const TRADING_DAYS = 600;
/** The entries of one transaction, which has one head. */
const BATCH = 20;
/** All signals have ended by then, and are released. */
const NEWEST_DAYS = 30;
const RELEASE_DAYS = 7;
const AUTHOR = { name: 'benchmark', administratorId: null };
const SCRIPT = 'features/ledger/contract/verify-record.mjs';
const CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const TIMEOUT_MS = 600_000;

/**
 * Fills a database with signals of two years, whose stop losses moved twice and which were closed and evaluated, so that each has five
 * entries in the record, all of them public.
 */
export async function fillSite(database: Database, count: number, signingKey: SigningKey): Promise<void> {
  const newest = toKarachiDate(systemClock.now());
  const prices = await insertBars(database, newest);
  const first = prices[30]?.date ?? newest;
  const span = (Date.parse(addDays(newest, -NEWEST_DAYS)) - Date.parse(first)) / DAY;
  const changes: { before: SignalRow | null; after: SignalRow; changedAt: Date }[] = [];
  const rows = Array.from({ length: count }, (_, n): SignalRow => {
    // 10:00 in Pakistan, a second apart.
    const date = addDays(first, Math.floor((n * span) / count));
    const createdAt = addMilliseconds(new Date(`${date}T05:00:00Z`), (n % 1000) * 1000);
    const price = (prices.findLast((day) => day.date < date)?.getPrice(n % SYMBOLS) ?? 0) / 100;
    const published = createRow(n, price, createdAt);
    const at = (days: number) => addMilliseconds(createdAt, days * DAY);
    const moved = { ...published, version: 2, stopLoss: (price * 0.955).toFixed(2), changedAt: at(1) };
    const again = { ...moved, version: 3, stopLoss: (price * 0.96).toFixed(2), changedAt: at(2) };
    const closed = { ...again, version: 4, callStatus: 'closed' as const, changedAt: at(3), closedAt: at(3) };
    const versions = [published, moved, again, closed];
    for (const [index, after] of versions.entries())
      changes.push({ before: versions[index - 1] ?? null, after, changedAt: after.changedAt ?? createdAt });
    return closed;
  });
  await database.transaction(async (tx) => {
    for (const batch of toInsertBatches(rows)) await tx.insert(signals).values(batch);
  });
  changes.sort((a, b) => a.changedAt.getTime() - b.changedAt.getTime());
  for (let start = 0; start < changes.length; start += BATCH) {
    const versions = changes
      .slice(start, start + BATCH)
      .map((change) => toVersion({ ...change, author: AUTHOR, override: null }));
    await database.transaction(async (tx) => {
      await insertVersions(tx, versions);
      await appendEntries(tx, versions.map(toVersionEntry), signingKey);
    });
  }
  await database.pool.query('analyze');
  const dependencies = { database, clock: systemClock, signingKey, releaseDays: RELEASE_DAYS };
  while ((await evaluateSignals(dependencies)) !== null);
  await releaseEndedSignals({ ...dependencies, config: { premiumPublicAfterDays: RELEASE_DAYS } });
}

const createRow = (n: number, price: number, createdAt: Date): SignalRow => ({
  id: randomUUID(),
  code: n.toString(36).padStart(7, '0').toUpperCase(),
  signalType: SIGNAL_TYPES[n % SIGNAL_TYPES.length] ?? 'swing',
  symbol: `S${n % SYMBOLS}`,
  title: 'Breakout after results',
  sector: 'Cement',
  entryPrice: price.toFixed(2),
  stopLoss: (price * 0.95).toFixed(2),
  targetPoints: [(price * 1.05).toFixed(2), (price * 1.1).toFixed(2)],
  leverage: 1,
  shariahType: 'Compliant',
  riskType: 'medium',
  orderType: 'buy',
  callStatus: 'in_progress',
  analystName: 'Ayesha Khan',
  analystRegistration: 'RA-0001',
  rationale: 'Broke out of its range with twice the average volume.',
  disclosures: ['none'],
  horizonDays: null,
  notes: null,
  version: 1,
  createdAt,
  changedAt: null,
  closedAt: null,
  deletedAt: null,
});

/** Every symbol has a slow wave around its own price. Returns the trading days, the oldest first, each with its closes in paisa. */
async function insertBars(database: Database, newest: string) {
  const holidays = await cacheHolidays(database)();
  const days: { date: string; getPrice: (symbol: number) => number }[] = [];
  for (let date = newest, day = TRADING_DAYS; day > 0; day -= 1) {
    date = getPreviousTradingDay(date, holidays);
    const phase = day;
    const getPrice = (symbol: number) => {
      const base = 10_000 + symbol * 370;
      return Math.round(base + base * 0.25 * Math.sin((phase + symbol) / 17));
    };
    days.unshift({ date, getPrice });
  }
  for (const [index, { date, getPrice }] of days.entries()) {
    const closes = Array.from({ length: SYMBOLS }, (_, symbol) => getPrice(symbol));
    const before = closes.map((close, symbol) => days[index - 1]?.getPrice(symbol) ?? close);
    await database.pool.query(
      `insert into price_bars (symbol, date, open, high, low, close, previous_close, volume)
       select 'S' || n - 1, $1::date, previous, greatest(previous, close) * 101 / 100, least(previous, close) * 99 / 100,
         close, previous, 1000 from unnest($2::integer[], $3::integer[]) with ordinality prices (close, previous, n)`,
      [date, closes, before],
    );
  }
  return days;
}

/** Verifies the site of a database as the command, the script and the page do, with the rate limits of production. */
export async function measureByUrl(
  settings: Record<string, string>,
  measure: (name: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const server = await startServer({ ...settings, LIMIT_UNCACHED_ADDRESS: '150/10s' });
  try {
    await waitForHeadline(server);
    const requests = countRequests();
    await measure('verify the URL with the command', async () => {
      const report = await verifyWithNode(server.url);
      if (!report.isValid) throw new Error([report.problem?.message, ...(report.findings ?? [])].join('\n'));
      console.log(`${report.entries} entries, ${report.pages} pages`);
    });
    console.log(requests.describe());
    await measure('verify the URL with the script', async () => {
      await promisify(execFile)(NODE, [SCRIPT, server.url], { cwd: ROOT });
    });
    await measure('verify the URL with the page', () => verifyWithPage(server));
  } finally {
    await server.stop();
  }
}

/** The server evaluates and enters what is left before it is measured. */
async function waitForHeadline({ url }: Server): Promise<void> {
  let last = '';
  for (;;) {
    const text = await (await fetch(`${url}/api/record/`)).text();
    if (text === last) return;
    last = text;
    await new Promise((resolve) => setTimeout(resolve, 15_000));
  }
}

/** Counts the requests of this process, and those that a rate limit rejects. */
function countRequests() {
  const original = globalThis.fetch;
  let total = 0;
  let limited = 0;
  let waited = 0;
  globalThis.fetch = async (...input) => {
    const response = await original(...input);
    total += 1;
    if (response.status === 429) {
      limited += 1;
      waited += Number(response.headers.get('retry-after'));
    }
    return response;
  };
  return {
    describe() {
      globalThis.fetch = original;
      return `${total} requests, of which ${limited} waited for a rate limit, ${waited} s in total`;
    },
  };
}

async function verifyWithPage({ url }: Server): Promise<void> {
  const executablePath = process.env.CHROMIUM_PATH ?? CHROMIUMS.find(existsSync);
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(url + paths.record);
    await page.getByRole('button', { name: 'Verify the record' }).click();
    const result = page.getByText(
      /^(The record is valid\.|The record is NOT valid\.|The site |The record could not)/,
    );
    await result.waitFor({ timeout: TIMEOUT_MS });
    const text = await result.textContent();
    if (text !== 'The record is valid.') throw new Error(`The page says: ${text}`);
  } finally {
    await browser.close();
  }
}
