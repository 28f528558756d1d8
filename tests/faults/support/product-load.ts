import { setTimeout as wait } from 'node:timers/promises';
import {
  makeCustomerId,
  makePaddleEvent,
  makePriceId,
  makeSubscriptionEntity,
  makeSubscriptionId,
  makeTransactionEntity,
  makeTransactionId,
  signWebhook,
  WEBHOOK_SECRET,
} from '#tests/support/billing/paddle.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import type { Journal, Progress, Subscription } from './journal.ts';
import { createRandom, type Random } from './random.ts';

const ADMINISTRATOR = { username: 'faults', password: 'five brown teapots' };

/** The settings of a server under this load. */
export const LOAD_SETTINGS = {
  TOKEN_SECRET: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
  ADMIN_USERNAME: ADMINISTRATOR.username,
  ADMIN_PASSWORD: ADMINISTRATOR.password,
  LIMIT_SIGN_UP_ADDRESS: '1000000/1h',
  LIMIT_UNCACHED_ADDRESS: '1000000/10s',
} as const;

/** Settings for webhooks. Paddle's API is a closed port: its state is reported by webhooks only. */
export const PADDLE_SETTINGS = {
  PADDLE_ENVIRONMENT: 'sandbox',
  PADDLE_API_KEY: 'pdl_sdbx_apikey_faults',
  PADDLE_CLIENT_TOKEN: 'test_faults',
  PADDLE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
  PADDLE_PRICE_PRO_MONTHLY: makePriceId(1),
  PADDLE_PRICE_PRO_YEARLY: makePriceId(2),
  PADDLE_API_BASE_URL: 'http://127.0.0.1:9',
} as const;

const MAX_EDITS = 8;
const REQUEST_TIMEOUT_MS = 60_000;
const MAX_PAUSE_MS = 20;
/** The first event of every subscription; later ones follow at intervals of one second. */
const FIRST_EVENT_AT = Date.now();

/** Ends the client's current work: the server did not respond, or responded with an error. */
class Interrupted extends Error {}

type Send = (
  method: string,
  path: string,
  body: unknown,
  headers?: Record<string, string>,
  // biome-ignore lint/suspicious/noExplicitAny: the result is whatever the endpoint returns
) => Promise<any>;

interface Client {
  random: Random;
  send: Send;
  isStopped(): boolean;
}

/** What clients have observed. */
interface Observations {
  /** The responses that are neither a success nor 503 with `Retry-After`. */
  unexpected: string[];
  /** The error codes of connections that ended without a response. */
  failures: { code: string; at: number }[];
}

export interface ProductLoad extends Observations {
  /** The headers of the administrator's requests. */
  administrator: Record<string, string>;
  stop(): Promise<void>;
}

interface LoadOptions {
  seed: number;
  hasPaddle?: boolean;
  /** Receives the status of each response, 0 without one, and when its request was sent. */
  onResponse?: (status: number, sentAt: number) => void;
}

/**
 * Starts 8 clients that write until they are stopped or the server is gone: three customers who sign up and edit their
 * profile, two administrators who publish and edit signals, and Paddle's webhooks on three connections. Without Paddle, the
 * last three are visitors who search the news. What they send and what the server acknowledges is recorded in the journal.
 */
export async function startProductLoad(
  server: ServerProcess,
  journal: Journal,
  { seed, hasPaddle = true, onResponse }: LoadOptions,
): Promise<ProductLoad> {
  const observed: Observations = { unexpected: [], failures: [] };
  let isStopping = false;
  const isStopped = () => isStopping || server.hasExited();
  const send = createSend(server.url, journal, observed, onResponse);
  const { tokens } = await send('POST', '/admin/auth/login/', ADMINISTRATOR);
  const administrator = { authorization: `Bearer ${tokens.access}` };
  const works = [
    ...Array.from({ length: 3 }, () => (client: Client) => signUpAndEdit(client, journal, hasPaddle)),
    ...Array.from({ length: 2 }, () => (client: Client) => publishAndEdit(client, journal, administrator)),
    ...Array.from(
      { length: 3 },
      () => (client: Client) => (hasPaddle ? reportSubscription(client, journal) : searchNews(client)),
    ),
  ];
  const clients = works.map(async (work, index) => {
    const client = { random: createRandom(seed * works.length + index), send, isStopped };
    while (!isStopped()) {
      try {
        await work(client);
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error;
      }
      await wait(client.random.between(0, MAX_PAUSE_MS));
    }
  });
  return {
    ...observed,
    administrator,
    async stop() {
      isStopping = true;
      await Promise.all(clients);
    },
  };
}

/** Delivers the webhook events that no server has acknowledged. */
export async function deliverRest({ url }: ServerProcess, journal: Journal): Promise<void> {
  const send = createSend(url, journal, { unexpected: [], failures: [] });
  const client = { random: createRandom(0), send, isStopped: () => false };
  while (journal.undelivered.length > 0) await reportSubscription(client, journal);
}

function createSend(
  url: string,
  { statuses }: Journal,
  { unexpected, failures }: Observations,
  onResponse?: LoadOptions['onResponse'],
): Send {
  return async (method, path, body, headers = {}) => {
    const sentAt = performance.now();
    let status = 0;
    try {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body === null ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const text = await response.text();
      status = response.status;
      if (response.ok) return JSON.parse(text);
      if (status !== 503 || !response.headers.has('retry-after'))
        unexpected.push(`${method} ${path}: ${status} ${text}`);
    } catch (error) {
      // The connection ended before the response did: the server may or may not have done the work.
      failures.push({ code: getErrorCode(error), at: performance.now() });
      throw new Interrupted('no response', { cause: error });
    } finally {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      onResponse?.(status, sentAt);
    }
    throw new Interrupted(`status ${status}`);
  };
}

function getErrorCode(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return String(error);
}

/** Records a revision as sent, sends it, and records it as acknowledged. */
async function revise<Result>(
  progress: Progress,
  revision: number,
  send: () => Promise<Result>,
): Promise<Result> {
  progress.sent = revision;
  const result = await send();
  progress.acknowledged = revision;
  return result;
}

/** Sends further revisions of an entity. One without an acknowledgment is not repeated: the next replaces it. */
async function reviseOften(client: Client, progress: Progress, send: (revision: number) => Promise<unknown>) {
  const last = 1 + client.random.below(MAX_EDITS);
  for (let revision = 1; revision <= last && !client.isStopped(); revision += 1) {
    await revise(progress, revision, () => send(revision));
    await wait(client.random.between(0, MAX_PAUSE_MS));
  }
}

async function signUpAndEdit(
  client: Client,
  { customers, buyers }: Journal,
  hasPaddle: boolean,
): Promise<void> {
  const email = `fault-${customers.size + 1}@example.com`;
  const progress: Progress = { sent: -1, acknowledged: -1 };
  customers.set(email, progress);
  const getNames = (revision: number) => ({ first_name: `First ${revision}`, last_name: `Last ${revision}` });
  const { tokens } = await revise(progress, 0, () =>
    client.send('POST', '/customers/auth/register/', {
      ...getNames(0),
      email,
      password: 'seven green kettles',
    }),
  );
  const customer = { authorization: `Bearer ${tokens.access}` };
  if (hasPaddle) {
    const body = { price_id: makePriceId(1) };
    const checkout = await client.send('POST', '/customers/checkout/', body, customer);
    buyers.push({ email, customer, customData: checkout.custom_data });
  }
  await reviseOften(client, progress, (revision) =>
    client.send('PATCH', '/customers/profile/', getNames(revision), customer),
  );
}

async function publishAndEdit(
  client: Client,
  { signals }: Journal,
  administrator: Record<string, string>,
): Promise<void> {
  const name = `Fault analyst ${signals.size + 1}`;
  const progress: Progress = { sent: -1, acknowledged: -1 };
  signals.set(name, progress);
  const getFields = (revision: number) => ({ title: `Revision ${revision}`, leverage: revision + 1 });
  const { id } = await revise(progress, 0, () =>
    client.send(
      'POST',
      '/admin/signals/',
      {
        ...getFields(0),
        analyst_name: name,
        symbol: 'LUCK',
        signal_type: client.random.chance(0.5) ? 'swing' : 'investment',
        entry_price: '100.00',
        stop_loss: '95.00',
        target_points: ['110.00'],
        override_reason: 'Made for a test',
      },
      administrator,
    ),
  );
  await reviseOften(client, progress, (revision) =>
    client.send('PATCH', `/admin/signals/${id}/`, getFields(revision), administrator),
  );
}

/** A search that no cache has. */
const searchNews = ({ send, random }: Client) =>
  send('GET', `/news/articles/?search=cement+${random.below(1_000_000)}`, null);

/** Delivers the events of a customer's subscription, some of them twice. Like Paddle, repeats each until it is acknowledged. */
async function reportSubscription(
  client: Client,
  { subscriptions, undelivered, buyers }: Journal,
): Promise<void> {
  const repeated = undelivered.shift();
  const buyer = repeated ? undefined : buyers.shift();
  const number = repeated?.number ?? subscriptions.size + 1;
  const subscription = repeated ?? (buyer && { ...buyer, number, sent: -1, acknowledged: -1 });
  if (!subscription) return;
  subscriptions.set(number, subscription);
  const send = (revision: number) => deliverRevision(client, subscription, revision);
  try {
    const revision = Math.max(subscription.sent, 0);
    await revise(subscription, revision, () => send(revision));
    if (!repeated) await reviseOften(client, subscription, send);
  } catch (error) {
    undelivered.push(subscription);
    throw error;
  }
}

export const getSubscriptionEventId = (number: number, revision: number) => `evt_s${number}r${revision}`;
export const getPaymentEventId = (number: number, revision: number) => `evt_t${number}r${revision}`;
/** Revisions are below 100. */
export const getTransactionId = (number: number, revision: number) =>
  makeTransactionId(number * 100 + revision);
export const getUnitAmount = (revision: number) => String(3_000 + revision);

async function deliverRevision(
  client: Client,
  { number, customData }: Subscription,
  revision: number,
): Promise<void> {
  const at = (offsetMs: number) => new Date(FIRST_EVENT_AT + offsetMs).toISOString();
  const startedAt = at(0);
  const updatedAt = at((revision + 1) * 1_000);
  const ids = { customer_id: makeCustomerId(number), currency_code: 'USD' };
  const subscription = makeSubscriptionEntity({
    ...ids,
    id: makeSubscriptionId(number),
    created_at: startedAt,
    started_at: startedAt,
    updated_at: updatedAt,
    items: [
      {
        status: 'active',
        quantity: 1,
        price: {
          id: makePriceId(1),
          name: 'Monthly',
          unit_price: { amount: getUnitAmount(revision), currency_code: 'USD' },
        },
        product: { name: 'Pro' },
      },
    ],
    custom_data: customData,
  });
  const payment = makeTransactionEntity({
    ...ids,
    id: getTransactionId(number, revision),
    subscription_id: makeSubscriptionId(number),
    billed_at: updatedAt,
    created_at: updatedAt,
    updated_at: updatedAt,
  });
  const events = [
    makePaddleEvent('subscription.updated', subscription, {
      event_id: getSubscriptionEventId(number, revision),
    }),
    makePaddleEvent('transaction.completed', payment, { event_id: getPaymentEventId(number, revision) }),
  ].map((event) => JSON.stringify(event));
  for (const event of events) {
    const times = client.random.chance(0.2) ? 2 : 1;
    await Promise.all(Array.from({ length: times }, () => deliverEvent(client, event)));
  }
}

const deliverEvent = (client: Client, event: string) =>
  client.send('POST', '/paddle/webhook/', event, { 'Paddle-Signature': signWebhook(event, new Date()) });
