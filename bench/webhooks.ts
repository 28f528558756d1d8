/**
 * `npm run bench:webhooks [-- --count N]`: delivers N signed Paddle webhooks, ten in parallel, while the server applies
 * the stored events. Prints the latencies of the responses and the time until all events are applied, on the embedded
 * database and, if TEST_DATABASE_URL is set, on PostgreSQL. Exits with 1 if the p99 misses its target or a response is
 * not 200.
 */
import { parseArgs } from 'node:util';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import { readBillingProblems } from '#features/billing/contract/admin-endpoints.ts';
import {
  makeCustomerId,
  makePaddleEvent,
  makeSubscriptionEntity,
  makeSubscriptionId,
  signWebhook,
  WEBHOOK_SECRET,
} from '#tests/support/billing/paddle.ts';
import { withServerDatabase } from './support/database-on-server.ts';
import { startServer } from './support/server.ts';

const CONCURRENCY = 10;
const MAX_P99_MS = 250;
const EVENTS_PER_SUBSCRIPTION = 5;
const ADMIN = { username: 'bench', password: 'a long bench password' };
const SETTINGS = {
  LOG_LEVEL: 'silent',
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
  PADDLE_ENVIRONMENT: 'sandbox',
  PADDLE_API_KEY: 'pdl_sdbx_apikey_bench',
  PADDLE_CLIENT_TOKEN: 'test_bench',
  PADDLE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
  PADDLE_PRICE_PRO_MONTHLY: `pri_${'0'.repeat(25)}1`,
  PADDLE_PRICE_PRO_YEARLY: `pri_${'0'.repeat(25)}2`,
  // A closed port: reconciliation with Paddle is not measured.
  PADDLE_API_BASE_URL: 'http://127.0.0.1:9',
};

const { values } = parseArgs({ options: { count: { type: 'string', default: '1000' } } });
const count = Number(values.count);
let isTargetMet = true;

await measure('embedded database', {});
if (process.env.TEST_DATABASE_URL) {
  await withServerDatabase(process.env.TEST_DATABASE_URL, (url) =>
    measure('PostgreSQL', { DATABASE_URL: url }),
  );
}
process.exitCode = isTargetMet ? 0 : 1;

async function measure(name: string, settings: Record<string, string>): Promise<void> {
  const server = await startServer({ ...SETTINGS, ...settings });
  try {
    const begin = performance.now();
    const events = Array.from({ length: count }, (_, index) => createEvent(index));
    const responses: { status: number; ms: number }[] = [];
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (let next = events.pop(); next; next = events.pop()) {
          responses.push(await deliver(server.url, next));
        }
      }),
    );
    const stored = performance.now() - begin;
    const waiting = await waitUntilApplied(server.url);
    const applied = performance.now() - begin;

    const times = responses.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const getQuantile = (share: number) =>
      times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    const failed = responses.filter(({ status }) => status !== 200).length;
    console.log(`\n${name}: ${count} webhooks, ${CONCURRENCY} in parallel`);
    console.log(
      `  responses         p50 ${getQuantile(0.5).toFixed(1)} ms, p99 ${getQuantile(0.99).toFixed(1)} ms, worst ${getQuantile(1).toFixed(1)} ms, target ${MAX_P99_MS} ms`,
    );
    console.log(`  not 200           ${failed}`);
    console.log(`  all stored        after ${(stored / 1_000).toFixed(1)} s, ${waiting} not applied by then`);
    console.log(`  all applied       after ${(applied / 1_000).toFixed(1)} s`);
    isTargetMet &&= failed === 0 && getQuantile(0.99) < MAX_P99_MS;
  } finally {
    await server.stop();
  }
}

function createEvent(index: number): string {
  const number = Math.floor(index / EVENTS_PER_SUBSCRIPTION);
  const updated_at = new Date(Date.UTC(2026, 10, 21, 5, 0, 0) + index * 1_000).toISOString();
  const ids = { id: makeSubscriptionId(number), customer_id: makeCustomerId(number) };
  return JSON.stringify(
    makePaddleEvent('subscription.updated', makeSubscriptionEntity({ ...ids, updated_at })),
  );
}

async function deliver(url: string, body: string): Promise<{ status: number; ms: number }> {
  const headers = { 'Content-Type': 'application/json', 'Paddle-Signature': signWebhook(body, new Date()) };
  const begin = performance.now();
  const response = await fetch(`${url}/api/paddle/webhook/`, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - begin };
}

/** Polls the administrators' list until no event is waiting. Returns the number at the first poll. */
async function waitUntilApplied(url: string): Promise<number> {
  const signedIn = await fetch(`${url}/api${adminSignIn.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { tokens } = (await signedIn.json()) as { tokens: { access: string } };
  const headers = { Authorization: `Bearer ${tokens.access}` };
  const countWaiting = async () => {
    const response = await fetch(`${url}/api${readBillingProblems.path}`, { headers });
    if (!response.ok) throw new Error(`the list of billing problems returned ${response.status}`);
    return ((await response.json()) as { waiting: number }).waiting;
  };
  const atFirst = await countWaiting();
  for (let waiting = atFirst; waiting > 0; waiting = await countWaiting()) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return atFirst;
}
