/**
 * `npm run bench:tasks`: performs the everyday tasks of a trader on a phone (360 px) and of an administrator (1440 px) on a new
 * demo, as a user would: by visible controls, from the page where that user starts. Prints the steps, the times that the user had
 * to scroll, and the seconds until the wanted fact is in the window. A page load, a press of a control, and the filling of a form are
 * one step each; a press that opens a page is one step. The start page itself is not counted. Exits with 1 if a task misses its
 * target or its fact is not visible.
 */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { addDays, toKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { DEMO_CUSTOMER, DEMO_CUSTOMERS } from '#core/server/config/demo.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { placeOrder } from '#features/billing/contract/orders.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { DISCLOSURE_TEXTS } from '#features/signals/contract/publishing/disclosure.ts';
import { readPerformance } from '#features/signals/contract/track-record/performance.ts';
import {
  call,
  createCustomer,
  getStorageState,
  signInAdministrator,
  type TestUser,
  VISITOR,
} from '#tests/e2e/support/accounts.ts';
import { report, reportVerdict } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { DESKTOP, PHONE, User } from './user.ts';

const SUBSCRIBER = 'subscriber@tezi.example';

/** The orders of customers that one statement pays for. */
const TRANSFERS = 50;
const placed: { name: string; amount: string }[] = [];

interface Task {
  name: string;
  as: 'visitor' | 'administrator' | { email: string };
  start: string;
  /** The most steps. A task of one screen needs no scrolling either. */
  maxSteps: number;
  isOneScreen?: boolean;
  /** Creates what the task needs, before the user starts. */
  prepare?: (url: string) => Promise<void>;
  /** Performs the task and returns what the user wanted to know, all of which must be in the window. */
  perform: (user: User) => Promise<Locator[]>;
}

/** Symbols that the demo's signals, meetings and closures contain. */
const SYMBOL = 'NRL';

const TASKS: Task[] = [
  {
    name: 'What to do this morning',
    as: { email: SUBSCRIBER },
    start: paths.home,
    maxSteps: 1,
    isOneScreen: true,
    async perform(user) {
      await user.press(user.main.getByRole('link', { name: 'Access Your Dashboard' }));
      const firstSignal = user.main.locator('[data-signal]').first();
      return [
        user.page.getByText(/^PSX: /),
        user.main.getByText(/^Buy (by today|in the next session): \d/),
        user.main.getByText(/^Meetings: \d/),
        firstSignal.getByText(/^Entered|^TP\d hit|Waiting for entry/),
        firstSignal.getByText('Stop', { exact: true }),
      ];
    },
  },
  {
    name: 'Is this signal still actionable',
    as: { email: SUBSCRIBER },
    start: paths.home,
    maxSteps: 3,
    async perform(user) {
      await user.press(user.main.getByRole('link', { name: 'Access Your Dashboard' }));
      await user.press(user.main.locator('[data-signal]').filter({ hasText: 'Waiting for entry' }).first());
      return [
        user.main.getByText(/Waiting for entry/).first(),
        user.main.getByRole('rowheader', { name: /^Entry/ }),
        user.main.getByRole('columnheader', { name: /last close/i }),
      ];
    },
  },
  {
    name: 'Next ex-date of a company',
    as: 'visitor',
    start: paths.home,
    maxSteps: 3,
    async perform(user) {
      await user.press(user.page.getByRole('banner').getByRole('link', { name: 'Search' }));
      await user.fill([user.page.getByRole('combobox'), SYMBOL]);
      await user.press(user.page.getByRole('option').filter({ hasText: SYMBOL }).first());
      return [user.main.getByText('Next ex-date'), user.main.getByText(/\d{1,2} \w{3} \d{4}/).first()];
    },
  },
  {
    name: 'Position size',
    as: 'visitor',
    start: paths.home,
    maxSteps: 3,
    async perform(user) {
      await user.press(user.main.getByRole('link', { name: 'See intraday signals' }));
      await user.press(user.main.locator('[data-signal] .card-link').first());
      await user.fill([user.main.getByLabel('Capital (Rs.)'), '200,000']);
      return [user.main.getByText(/^[\d,]+ shares/).first()];
    },
  },
  {
    name: 'Trust the record',
    as: 'visitor',
    start: paths.home,
    maxSteps: 3,
    async perform(user) {
      await user.press(user.main.getByRole('link', { name: /closed, .* won/ }));
      return [
        user.main.getByText('Hypothetical results,'),
        user.main.getByText(/^\d+ closed/).first(),
        user.main.getByText('Win rate').first(),
        user.main.getByText('Average result per signal'),
      ];
    },
  },
  {
    name: 'Buy a plan',
    as: { email: DEMO_CUSTOMER.email },
    start: paths.home,
    maxSteps: 5,
    async perform(user) {
      await user.press(user.page.getByRole('button', { name: 'Open menu' }));
      await user.press(user.page.locator('#site-menu').getByRole('link', { name: 'Pricing' }));
      await user.press(user.main.getByRole('button', { name: 'Get Started Monthly' }).first());
      const checkout = user.page.frameLocator('iframe.paddle-frame-overlay[name="paddle_frame"]');
      await user.fill(
        [checkout.locator('[autocomplete="cc-number"]'), '4242 4242 4242 4242'],
        [checkout.locator('[autocomplete="cc-exp"]'), '09 / 35'],
        [checkout.locator('[autocomplete="cc-csc"]'), '123'],
        [checkout.locator('[autocomplete="cc-name"]'), 'Demo Trader'],
      );
      await user.press(checkout.getByRole('button', { name: /^Pay / }));
      return [user.main.getByText('Your payment is confirmed')];
    },
  },
  {
    name: 'Cancel a plan',
    as: { email: SUBSCRIBER },
    start: paths.home,
    maxSteps: 3,
    async perform(user) {
      await user.press(user.main.getByRole('link', { name: 'My Subscription' }));
      await user.press(user.main.getByRole('button', { name: 'Cancel', exact: true }));
      await user.press(user.page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }));
      return [user.main.getByText(/^Active \(cancels \d/).last()];
    },
  },
  {
    name: 'Publish a signal',
    as: 'administrator',
    start: paths.adminDashboard,
    maxSteps: 5,
    async perform(user) {
      const { symbol, close } = await findClose(user.page);
      await user.press(user.main.getByRole('button', { name: 'Add New Signal' }));
      const dialog = user.page.getByRole('dialog', { name: 'Add New Signal' });
      const field = (label: string) => dialog.getByLabel(label, { exact: true });
      // Once: the browser remembers it.
      await user.press(dialog.getByText('More', { exact: true }));
      await user.fill(
        [field('Type'), { option: 'Swing' }],
        [field('Stock Name'), symbol],
        [field('Entry Price'), close.toFixed(2)],
        [field('Stop Loss'), (close * 0.97).toFixed(2)],
        [field('TP1'), (close * 1.04).toFixed(2)],
        [field('TP2'), (close * 1.06).toFixed(2)],
        [field('TP3'), (close * 1.09).toFixed(2)],
        [field('Rationale'), 'Higher lows above the average of 50 days. Wrong below the stop.'],
        [field(DISCLOSURE_TEXTS.none), true],
      );
      await user.press(dialog.getByRole('button', { name: 'Publish' }));
      const confirmation = user.page.getByRole('dialog', { name: 'Publish signal' });
      await user.press(confirmation.getByRole('button', { name: 'Publish' }));
      return [getToast(user, 'Signal Added')];
    },
  },
  {
    name: 'Correct a mistake',
    as: 'administrator',
    start: paths.adminDashboard,
    maxSteps: 3,
    async perform(user) {
      await user.press(user.main.getByRole('button', { name: /^Edit / }).first());
      const dialog = user.page.getByRole('dialog', { name: /^Edit Signal: / });
      const stop = dialog.getByLabel('Stop Loss', { exact: true });
      // Toward profit: the first signal of the demo is a buy.
      const price = (Number(await stop.inputValue()) + 0.25).toFixed(2);
      await user.fill([stop, price]);
      await user.press(dialog.getByRole('button', { name: 'Save Changes' }));
      return [getToast(user, 'Signal Updated'), user.main.getByText(`Rs. ${price}`).first()];
    },
  },
  {
    name: `Confirm ${TRANSFERS} transfers`,
    as: 'administrator',
    start: paths.adminTransfers,
    maxSteps: 7,
    prepare: placeOrders,
    async perform(user) {
      await user.press(user.main.getByRole('link', { name: 'Import statement' }));
      await user.fill([user.main.getByLabel('File', { exact: true }), printStatement()]);
      await user.press(user.main.getByRole('button', { name: 'Preview' }));
      await user.press(user.main.getByRole('button', { name: `Import ${TRANSFERS} rows` }));
      await getToast(user, 'Import complete').waitFor();
      const navigation = user.page.getByRole('navigation', { name: 'Administration' });
      await user.press(navigation.getByRole('link', { name: /^Sales/ }));
      await user.press(navigation.getByRole('link', { name: /^Bank transfers/ }));
      await user.press(user.main.getByRole('button', { name: `Confirm ${TRANSFERS} payments` }));
      return [getToast(user, 'Payments confirmed').getByText(`${TRANSFERS} customers have access.`)];
    },
  },
  {
    name: 'Import prices',
    as: 'administrator',
    start: paths.adminDashboard,
    maxSteps: 5,
    async perform(user) {
      await user.press(
        user.page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Imports' }),
      );
      await user.fill(
        [user.main.getByLabel('Prices', { exact: true }), true],
        [user.main.getByLabel('File', { exact: true }), getPriceFile()],
      );
      await user.press(user.main.getByRole('button', { name: 'Preview' }));
      await user.press(user.main.getByRole('button', { name: /^Import/ }).first());
      return [user.main.getByText('prices-of-the-day.csv').first()];
    },
  },
  {
    name: 'Why no premium',
    as: 'administrator',
    start: paths.adminDashboard,
    maxSteps: 3,
    async perform(user) {
      await user.press(
        user.page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Sales' }),
      );
      await user.press(user.main.getByRole('link', { name: /Omar Farooq/ }).first());
      return [user.main.getByText(/^No premium/i).first()];
    },
  },
];

const getToast = ({ page }: User, title: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: title });

/** Returns a company without a signal in progress, and its last close. */
async function findClose(page: Page): Promise<{ symbol: string; close: number }> {
  const list = await call(new URL(page.url()).origin, listPsxSignals, { query: { signal_type: 'intraday' } });
  for (const { symbol, call_status, last_close } of list.results)
    if (call_status !== 'in_progress' && last_close) return { symbol, close: Number(last_close.close) };
  throw new Error('The demo has no ended signal with a close.');
}

/** Closes of the last weekday, as the exchange lists them. */
function getPriceFile() {
  let date = addDays(toKarachiDate(new Date()), -1);
  while ([0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())) date = addDays(date, -1);
  const rows = `Symbol,Date,Open,High,Low,Close,Volume\n${SYMBOL},${date},380.00,386.00,379.00,384.50,120000\n`;
  return { name: 'prices-of-the-day.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
}

async function placeOrders(url: string): Promise<void> {
  for (let number = 0; number < TRANSFERS; number += 1) {
    const name = `Payer ${'ABCDEFGHIJ'[number % 10]}${'KLMNOPQRST'[Math.floor(number / 10)]} Khan`;
    const { access } = await createCustomer(url);
    const body = { plan: 'pro', interval: 'month', payer_name: name } as const;
    placed.push({ name, amount: (await call(url, placeOrder, { body }, access)).amount });
  }
}

function printStatement() {
  const date = toKarachiDate(new Date());
  const rows = placed.map(
    ({ name, amount }, index) =>
      `${date},Raast P2P Fund transfer - from ${name.toUpperCase()} RAAST PY0110 MBM${900_000 + index},,${amount}`,
  );
  const content = ['Booking Date,Description,Debit,Credit', ...rows, ''].join('\n');
  return { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
}

async function measure(browser: Browser, url: string, task: Task): Promise<void> {
  const isAdmin = task.as === 'administrator';
  const context = await browser.newContext({
    baseURL: url,
    viewport: isAdmin ? DESKTOP : PHONE,
    hasTouch: !isAdmin,
    timezoneId: 'Asia/Karachi',
    storageState: getStorageState(await signInAs(url, task.as), url),
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(task.start);
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    await task.prepare?.(url);
    const user = new User(page);
    const begin = performance.now();
    let failure = '';
    try {
      await user.look(await task.perform(user));
    } catch (error) {
      failure = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    }
    const seconds = (performance.now() - begin) / 1000;
    const isMet = failure === '' && user.steps <= task.maxSteps && (!task.isOneScreen || user.scrolls === 0);
    report({
      table: 'Tasks',
      name: task.name,
      figures: {
        steps: String(user.steps),
        presses: String(user.presses),
        scrolls: String(user.scrolls),
        seconds: seconds.toFixed(1),
      },
      target: failure || `${task.maxSteps} steps${task.isOneScreen ? ' on one screen' : ''}`,
      isMet,
    });
  } finally {
    await context.close();
  }
}

async function signInAs(url: string, as: Task['as']): Promise<TestUser> {
  if (as === 'visitor') return VISITOR;
  if (as === 'administrator') return signInAdministrator(url);
  const customer = DEMO_CUSTOMERS.find(({ email }) => email === as.email);
  if (!customer) throw new Error(`The demo has no customer ${as.email}.`);
  const { email, password, firstName, lastName } = customer;
  const { tokens } = await call(url, signIn, { body: { email, password } });
  return { email, name: `${firstName} ${lastName}`, password, isAdmin: false, ...tokens };
}

/** The server evaluates the sample signals after it has started. */
async function waitForResults(url: string): Promise<void> {
  for (;;) {
    const { statistics } = await call(url, readPerformance, { query: { period: 'all' } });
    if (statistics.closed > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env.CHROMIUM_PATH ?? CHROMIUMS.find(existsSync);
const server = await startServer();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await waitForResults(server.url);
  const only = process.argv[2];
  for (const task of TASKS) if (!only || task.name.startsWith(only)) await measure(browser, server.url, task);
} finally {
  await browser.close();
  await server.stop();
}
reportVerdict();
