import type { EndpointInput, EndpointShape } from '#core/contract/endpoint.ts';
import { createFeedLink, type FeedKind } from '#features/accounts/contract/feed-links.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { setWatched } from '#features/accounts/contract/watchlist.ts';
import { findUserByEmail } from '#features/accounts/server/accounts.queries.ts';
import { grantPremium } from '#features/billing/contract/admin-endpoints.ts';
import { listSubscriptionPayments } from '#features/billing/contract/subscriptions.ts';
import { waitingImports } from '#features/imports/server/imports.tables.ts';
import { saveMarketHoliday } from '#features/market/contract/holiday-changes.ts';
import { addLevel } from '#features/positions/contract/levels.ts';
import { importTrades } from '#features/positions/contract/trade-imports.ts';
import { enterTrade } from '#features/positions/contract/trades.ts';
import { editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { insertCredit, insertLocalPayment, insertOrder } from '#tests/support/billing/orders.ts';
import { insertSubscription } from '#tests/support/billing/paddle.ts';
import { INTERMEDIATE, type PaddleApp } from '#tests/support/billing/paddle-simulator.ts';
import { makeClosures, makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { saveNewDraft } from '#tests/support/signals/drafts.ts';
import { publish } from '#tests/support/signals/signals.ts';

const SYMBOLS = ['LUCK', 'OGDC', 'HBL', 'MCB', 'PPL', 'UBL', 'FFC'];
const REASON = 'Made for a test';

export type CallerName = 'customer' | 'administrator';

/** The IDs of existing rows. */
export interface Example {
  intraday: string;
  swing: string;
  /** Of all signals. */
  signalIds: string[];
  draft: string;
  article: number;
  trade: number;
  importId: number;
  waitingImport: number;
  customerId: string;
  /** A subscription of the customer, one of its payments, and the price of another plan. */
  subscription: string;
  payment: string;
  priceId: string;
  /** A receipt of a bank transfer. */
  receipt: string;
  /** The paths of the customer's secret feeds. */
  feeds: Record<FeedKind, string>;
}

export interface Examples {
  tokens: Record<CallerName, string>;
  example: Example;
  /** Adds rows to every list of the API, all of the same kind. */
  add(): Promise<void>;
}

/** Signs in a subscriber and an administrator, and returns a function that adds rows that they can read. */
export async function makeExamples(test: PaddleApp): Promise<Examples> {
  const subscriber = await test.signUpSubscriber();
  const administrator = await signInAdministrator(test);
  const customerId = (await findUserByEmail(test.database.db, subscriber.email))?.id ?? '';
  const payments = await call(listSubscriptionPayments, { params: { id: subscriber.id } }, subscriber.access);
  const example: Example = {
    intraday: '',
    swing: '',
    signalIds: [],
    draft: '',
    article: 0,
    trade: 0,
    importId: 1,
    waitingImport: 0,
    customerId,
    subscription: subscriber.id,
    payment: payments.payments[0].id,
    priceId: INTERMEDIATE.monthlyPriceId,
    receipt: '',
    feeds: { dates: await createFeed('dates'), signals: await createFeed('signals') },
  };
  await call(setWatched, { body: { symbol: 'LUCK', is_watched: true } }, subscriber.access);
  let added = 0;

  return {
    tokens: { customer: subscriber.access, administrator: administrator.access },
    example,
    async add() {
      const symbol = SYMBOLS[added] as string;
      added += 1;
      await addContent(symbol);
      for (const type of ['intraday', 'swing', 'investment'] as const) await addSignal(symbol, type);
      await evaluateSignals({ ...test, releaseDays: 7 });
      const decision = { kind: 'void', reason: REASON } as const;
      await callAsAdministrator(decideOutcome, { params: { id: example.intraday }, body: decision });
      example.draft = (await saveNewDraft(test, administrator, { symbol })).id;
      await addPositions(symbol);
      await addCustomers();
    },
  };

  async function addContent(symbol: string): Promise<void> {
    const source = await makeSource(test.database, `Source ${added}`);
    const rows = Array.from({ length: 25 }, () => ({ symbols: [symbol, 'LUCK'] }));
    [example.article = 0] = await makeArticles(test.database, source, rows);
    await makeMeetings(test.database, [
      { symbol },
      { symbol: 'LUCK' },
      { symbol, state: 'waiting', filedAt: new Date('2026-11-20T10:00:00Z') },
    ]);
    await makeClosures(test.database, [{ symbol, bcFrom: '2026-12-01', bcTo: '2026-12-05' }, {}]);
    await storeBars(test, symbol, { '2026-11-19': [470, 480, 460, 471], '2026-11-20': [470, 480, 460, 471] });
    const [waiting] = await test.database.db
      .insert(waitingImports)
      .values({
        kind: 'prices',
        fileName: 'closing.csv',
        source: 'https://data.example/closing.csv',
        receivedAt: test.clock.now(),
        rows: [symbol],
        content: Buffer.from('symbol,date,close\n').toString('base64'),
      })
      .returning();
    example.waitingImport = waiting?.id ?? 0;
    const body = { date: `2027-03-0${added}`, name: 'Eid', is_tentative: false };
    await callAsAdministrator(saveMarketHoliday, { body });
  }

  async function addSignal(symbol: string, signal_type: SignalType): Promise<void> {
    const { id } = await publish(test, administrator, { symbol, signal_type });
    await callAsAdministrator(editSignal, { params: { id }, body: { title: 'Changed' } });
    if (signal_type !== 'investment') example[signal_type] = id;
    example.signalIds.push(id);
  }

  async function addPositions(symbol: string): Promise<void> {
    const asCustomer = <E extends EndpointShape>(endpoint: E, input: EndpointInput<E>) =>
      call(endpoint, input, subscriber.access);
    const trade = { symbol, date: '2026-08-10', shares: 100, price: '450' };
    const followed = { ...trade, side: 'buy' as const, signal_id: example.intraday };
    example.trade = (await asCustomer(enterTrade, { body: followed })).id;
    await asCustomer(enterTrade, { body: { ...trade, side: 'sell', date: '2026-11-19', shares: 50 } });
    const content = `symbol,date,shares,price\n${symbol},2026-08-1${added},1,450\n`;
    await asCustomer(importTrades, { body: { content } });
    await asCustomer(addLevel, { body: { symbol, kind: 'above', value: '500' } });
  }

  async function addCustomers(): Promise<void> {
    await test.signUpSubscriber();
    await test.call(signIn, { body: { email: subscriber.email, password: subscriber.password } });
    await insertSubscription(test, null);
    await insertSubscription(test, customerId);
    const body = { reason: REASON, ends_on: '2026-12-20' };
    await callAsAdministrator(grantPremium, { params: { id: customerId }, body });
    await insertLocalPayment(test, customerId);
    example.receipt = (await insertOrder(test, customerId, { status: 'expired' })).receipt;
    await insertCredit(test);
  }

  async function createFeed(kind: FeedKind): Promise<string> {
    const { url } = await call(createFeedLink, { body: { kind } }, subscriber.access);
    return new URL(url).pathname;
  }

  function callAsAdministrator<E extends EndpointShape>(endpoint: E, input: EndpointInput<E>) {
    return call(endpoint, input, administrator.access);
  }

  async function call<E extends EndpointShape>(endpoint: E, input: EndpointInput<E>, token: string) {
    const { status, body } = await test.call(endpoint, input, { token });
    if (status >= 400) throw new Error(`${endpoint.path} returned ${status}: ${JSON.stringify(body)}`);
    return body;
  }
}
