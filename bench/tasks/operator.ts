/**
 * `npm run bench:operator`: builds up a new production site as an operator would who follows `docs/operations/debian.md`, until its first
 * signal, prices, news and dates are public, and then does the work of a day on it. Uses a browser of 1440 px: only visible controls, and
 * files like those of the exchange. Prints for each step the presses (controls and fields) and the seconds, and what the page *Setup*
 * shows then. The time of the day is its seconds and two more for each press. Exits with 1 if a fact is not visible, or the day takes more
 * than five minutes. Needs root, because the site is in a network of its own.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Locator } from '@playwright/test';
import { getCompanyPath, paths } from '#core/contract/paths.ts';
import { DISCLOSURE_TEXTS } from '#features/signals/contract/publishing/disclosure.ts';
import { AuthenticatorApp } from '#tests/e2e/support/second-factor.ts';
import { report, reportVerdict } from '../support/report.ts';
import { files, getLastClose, MEETING_DATE, NEXT_SYMBOL, SYMBOL } from './market-files.ts';
import { enterOwnNetwork, startProductionSite } from './production-site.ts';
import { DESKTOP, PHONE, User } from './user.ts';

enterOwnNetwork();

const SITE = 'From an empty site to the first signal';
const DAY = "A day's work";
const MAX_DAY_SECONDS = 300;
/** Results of checks are so old at most. An operator takes longer for a press. */
const CHECK_MS = 1_000;
/** The page shows a response within this time. */
const RENDER_MS = 200;
const SECONDS_PER_PRESS = 2;
const HEADLINE = 'Lucky Cement posts record quarterly profit';
const ANALYST = 'Hina Baig';
const PASSWORD = `tezi ${randomBytes(9).toString('base64url')}`;

const CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env.CHROMIUM_PATH ?? CHROMIUMS.find(existsSync);

const startedAt = performance.now();
const site = await startProductionSite(
  () =>
    `<item><title>${HEADLINE}</title><link>https://www.dawn.com/news/1</link><guid>1</guid>` +
    `<pubDate>${new Date().toUTCString()}</pubDate></item>`,
);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const open = async (viewport: typeof DESKTOP) => {
  const context = await browser.newContext({ baseURL: site.url, viewport, ignoreHTTPSErrors: true });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return new User(page);
};
const operator = await open(DESKTOP);
const { page, main } = operator;

const navigation = page.getByRole('navigation', { name: 'Administration' });
const toast = (title: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: title }).last();
const visit = (name: string) =>
  operator.press(navigation.getByRole('link', { name: new RegExp(`^${name}`) }));
const pressButton = (name: string | RegExp, within: Locator = main) =>
  operator.press(within.getByRole('button', { name, exact: typeof name === 'string' }).first());

/** Measures a step: its presses, its seconds and, on a new site, the setup that is left, which it shows. */
const totals = { presses: 0, seconds: (performance.now() - startedAt) / 1000 };
async function step(table: string, name: string, perform: () => Promise<unknown>): Promise<void> {
  const [presses, begin] = [operator.presses, performance.now()];
  await perform();
  const changes = table === SITE ? await readSetup() : [];
  const [pressed, seconds] = [operator.presses - presses, (performance.now() - begin) / 1000];
  totals.presses += pressed;
  totals.seconds += seconds;
  const figures: Record<string, string> = { presses: String(pressed), seconds: seconds.toFixed(1) };
  if (table === SITE) figures['setup left'] = Number.isNaN(essential) ? '' : String(essential);
  report({ table, name, figures });
  for (const change of changes) console.log(`    ${change}`);
}

/** Prints the total of a table, with the time that an operator needs for the presses. */
function reportTotal(table: string, maxSeconds?: number): void {
  const { presses, seconds } = totals;
  const total = seconds + presses * SECONDS_PER_PRESS;
  report({
    table,
    name: `With ${SECONDS_PER_PRESS} s per press`,
    figures: { presses: String(presses), seconds: total.toFixed(1), minutes: (total / 60).toFixed(1) },
    ...(maxSeconds === undefined ? {} : { target: `${maxSeconds} s`, isMet: total <= maxSeconds }),
  });
  Object.assign(totals, { presses: 0, seconds: 0 });
}

/** The shown items of the page *Setup*, and the number of essential ones that are missing. */
const shown = new Map<string, string>();
let essential = Number.NaN;

/** Opens the page *Setup* like the operator and returns the items whose state changed. */
async function readSetup(): Promise<string[]> {
  if ((await navigation.count()) === 0) return [];
  if (new URL(page.url()).pathname !== paths.adminSetup) {
    await page.waitForTimeout(CHECK_MS);
    const response = page.waitForResponse('**/api/admin/setup/');
    await visit('Operation');
    await response;
  }
  const items = main.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  await items.first().waitFor();
  await page.waitForTimeout(RENDER_MS);
  const changes: string[] = [];
  essential = 0;
  for (const item of await items.all()) {
    const [title = '', state = ''] = await item.getByRole('heading').locator('> *').allInnerTexts();
    if (state === 'Not set up' && (await item.getByText('Essential', { exact: true }).count()) > 0)
      essential += 1;
    if (shown.get(title) === state) continue;
    shown.set(title, state);
    changes.push(`${title}: ${state}. ${await item.locator('> p').first().innerText()}`);
  }
  return changes;
}

/** Follows what the page *Setup* says about an item. */
const followSetup = (title: string) =>
  operator.press(main.getByRole('listitem').filter({ hasText: title }).getByRole('link').first());

/** Imports a file from the page *Imports*. */
async function importFile(kind: string, file: (typeof files)[keyof typeof files]): Promise<void> {
  const option = main.getByLabel(kind, { exact: true });
  await option.waitFor();
  // The page *Setup* and the inbox choose it.
  if (!(await option.isChecked())) await operator.fill([option, true]);
  await operator.fill([main.getByLabel('File', { exact: true }), file]);
  await pressButton('Preview');
  await pressButton(/^Import [\d,]+ rows?$/);
  const row = main.getByRole('row', { name: file.name }).first();
  await row.getByText('Done').waitFor({ timeout: 60_000 });
}

const openTask = (title: RegExp) =>
  operator.press(main.getByRole('region', { name: title }).getByRole('link').first());

async function publish(symbol: string): Promise<void> {
  const entry = getLastClose(symbol);
  await pressButton('Add New Signal');
  const dialog = page.getByRole('dialog', { name: 'Add New Signal' });
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  await field('Stock Name').waitFor();
  // Once: the browser remembers it.
  if (!(await field('Rationale').isVisible()))
    await operator.press(dialog.getByText('More', { exact: true }));
  await operator.fill(
    [field('Stock Name'), symbol],
    [field('Entry Price'), entry.toFixed(2)],
    [field('Stop Loss'), (entry * 0.97).toFixed(2)],
    [field('TP1'), (entry * 1.04).toFixed(2)],
    [field('TP2'), (entry * 1.06).toFixed(2)],
    [field('TP3'), (entry * 1.09).toFixed(2)],
    [field('Rationale'), 'Higher lows above the average of 50 days. Wrong below the stop.'],
    [field(DISCLOSURE_TEXTS.none), true],
  );
  await pressButton('Publish', dialog);
  await pressButton('Publish', page.getByRole('dialog', { name: 'Publish signal' }));
  await toast('Signal Added').waitFor();
}

try {
  report({
    table: SITE,
    name: 'Start the server',
    figures: { presses: '0', seconds: totals.seconds.toFixed(1), 'setup left': '' },
  });
  await step(SITE, 'Administrator, backup', async () => {
    await site.tezi(['admin', 'create', '--username', 'sana'], `${PASSWORD}\n`);
    await site.tezi(['backup', join(site.backupDir, 'first.backup')]);
  });
  await step(SITE, 'Sign in, second factor', async () => {
    await page.goto(paths.adminSignIn);
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    const password = main.getByLabel('Password', { exact: true });
    await operator.fill([main.getByLabel('Username'), 'sana'], [password, PASSWORD]);
    await pressButton('Access Admin Panel');
    await main.getByRole('heading', { name: 'Set up the second factor first' }).waitFor();
    await operator.fill([password, PASSWORD]);
    await pressButton('Continue');
    const app = new AuthenticatorApp(await main.getByRole('definition').innerText());
    await operator.fill([main.getByLabel('Authentication code'), await app.getCode()]);
    await pressButton('Confirm');
    await pressButton('Continue');
    await main.getByRole('heading', { name: 'Setup', exact: true }).waitFor();
  });
  await step(SITE, 'Prices', async () => {
    await followSetup('End-of-day prices');
    await importFile('Prices', files.prices);
  });
  await step(SITE, 'Values of the index', async () => {
    await followSetup('Values of the indices');
    await importFile('Index values', files.indexValues);
  });
  await step(SITE, 'Meetings and closures', async () => {
    await followSetup('Board meetings and book closures');
    await importFile('Board meetings', files.meetings);
    await importFile('Book closures', files.closures);
  });
  await step(SITE, 'News source', async () => {
    await followSetup('News sources');
    await pressButton('Add Dawn Business');
    await toast('Source added').waitFor();
  });
  await step(SITE, 'Analyst', async () => {
    await followSetup('Analysts are registered');
    await pressButton('Add analyst');
    const dialog = page.getByRole('dialog', { name: 'Add analyst' });
    await operator.fill(
      [dialog.getByLabel('Name', { exact: true }), ANALYST],
      [dialog.getByLabel('Registration number'), 'RA-0200'],
    );
    await pressButton('Add analyst', dialog);
    await toast('Analyst added').waitFor();
  });
  await step(SITE, 'Mail and public URL', async () => {
    await pressButton(/^Send a test/);
    await main.getByText('The mail server accepted an email').waitFor();
    await pressButton(/^Test /, main.getByRole('listitem').filter({ hasText: 'public URL' }));
    await main.getByText('responds with a valid certificate').waitFor();
  });
  await step(SITE, 'Publish a signal', async () => {
    await visit('Daily');
    await visit('Signals');
    await publish(SYMBOL);
  });
  await verifyAsVisitor();
  await step(SITE, 'tezi doctor --test', async () => {
    const output = await site.tezi(['doctor', '--test']);
    for (const fact of ['accepted an email', 'a valid certificate', 'Everything essential is set up.'])
      if (!output.includes(fact)) throw new Error(`tezi doctor does not print “${fact}”:\n${output}`);
  });
  reportTotal(SITE);

  await step(DAY, 'Prices', async () => {
    await visit('Daily');
    await openTask(/^Prices of .* are missing since/);
    await importFile('Prices', files.pricesOfDay);
  });
  await step(DAY, 'Value of the index', () => importFile('Index values', files.indexValuesOfDay));
  await step(DAY, 'Closures', () => importFile('Book closures', files.closuresOfDay));
  await step(DAY, 'Announcements', () => importFile('Board meetings', files.filingsOfDay));
  await step(DAY, 'Confirm the filings', async () => {
    await visit('Inbox');
    await openTask(/filings to confirm$/);
    const filings = main.getByRole('article');
    await filings.first().waitFor();
    for (let left = await filings.count(); left > 0; left -= 1) {
      const filing = filings.first();
      await operator.fill([filing.getByLabel('Date'), MEETING_DATE], [filing.getByLabel('Time'), '11:00']);
      await pressButton(/^Confirm /, filing);
      await filings.nth(left - 1).waitFor({ state: 'detached' });
    }
  });
  await step(DAY, 'Publish a signal', async () => {
    await visit('Signals');
    await publish(NEXT_SYMBOL);
  });
  await step(DAY, 'Close a signal', async () => {
    await pressButton(`More actions: ${SYMBOL}`);
    await pressButton(`Close ${SYMBOL}`);
    const dialog = page.getByRole('dialog', { name: `Close: ${SYMBOL}` });
    await operator.fill([dialog.getByLabel('Reason'), 'The target is out of reach before the holidays.']);
    await pressButton('Close Signal', dialog);
    await toast('Signal Closed').waitFor();
  });
  await step(DAY, 'Look at the inbox', async () => {
    await visit('Inbox');
    await main.getByRole('heading', { name: 'Nothing to do' }).waitFor();
  });
  reportTotal(DAY, MAX_DAY_SECONDS);
} finally {
  await browser.close();
  await site.stop();
}
reportVerdict();

/** What a visitor sees on a phone. */
async function verifyAsVisitor(): Promise<void> {
  const visitor = await open(PHONE);
  const price = `Rs. ${getLastClose(SYMBOL).toFixed(2)}`;
  const facts: [path: string, fact: string][] = [
    [paths.intradaySignals, price],
    [getCompanyPath(SYMBOL), price],
    [paths.news, HEADLINE],
    [paths.boardMeetings, 'Quarterly accounts'],
    [paths.bookClosure, SYMBOL],
  ];
  for (const [path, fact] of facts) {
    await visitor.page.goto(path);
    await visitor.main.getByText(fact).filter({ visible: true }).first().waitFor();
  }
}
