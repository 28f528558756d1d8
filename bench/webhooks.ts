/**
 * `npm run bench:webhooks [-- --count N]`: delivers N signed messages of Paddle, ten at once, while the server applies what
 * it has taken. Prints how long the answers took and when all was applied, on the embedded database and, when
 * TEST_DATABASE_URL names a server, on PostgreSQL. Exits with 1 when the answers' p99 misses its bar or one is
 * not 200.
 */
import { parseArgs } from 'node:util';
import { adminSignIn } from '#contract/admin/sign-in.ts';
import { readBillingProblems } from '#contract/billing/admin-endpoints.ts';
import {
  customerId,
  paddleEvent,
  signatureOf,
  subscriptionEntity,
  subscriptionId,
  WEBHOOK_SECRET,
} from '#tests/support/billing/paddle.ts';
import { databaseOnServer } from './database-on-server.ts';
import { startServer } from './server.ts';

const AT_ONCE = 10;
const BAR_MS = 250;
/** Each subscription is told of so often. */
const MESSAGES_EACH = 5;
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
  // Nobody answers there: comparing with Paddle is not measured.
  PADDLE_API_BASE_URL: 'http://127.0.0.1:9',
};

const { values } = parseArgs({ options: { count: { type: 'string', default: '1000' } } });
const count = Number(values.count);
let isHeld = true;

await measure('embedded database', {});
if (process.env.TEST_DATABASE_URL) {
  await databaseOnServer(process.env.TEST_DATABASE_URL, (url) =>
    measure('PostgreSQL', { DATABASE_URL: url }),
  );
}
process.exitCode = isHeld ? 0 : 1;

async function measure(name: string, settings: Record<string, string>): Promise<void> {
  const server = await startServer({ ...SETTINGS, ...settings });
  try {
    const begin = performance.now();
    const messages = Array.from({ length: count }, (_, index) => message(index));
    const answers: { status: number; ms: number }[] = [];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = messages.pop(); next; next = messages.pop()) {
          answers.push(await deliver(server.url, next));
        }
      }),
    );
    const taken = performance.now() - begin;
    const waiting = await waitUntilApplied(server.url);
    const applied = performance.now() - begin;

    const times = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    const refused = answers.filter(({ status }) => status !== 200).length;
    console.log(`\n${name}: ${count} messages, ${AT_ONCE} at once`);
    console.log(
      `  answers           p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, worst ${at(1).toFixed(1)} ms, bar ${BAR_MS} ms`,
    );
    console.log(`  not 200           ${refused}`);
    console.log(`  all taken         after ${(taken / 1_000).toFixed(1)} s, ${waiting} not applied by then`);
    console.log(`  all applied       after ${(applied / 1_000).toFixed(1)} s`);
    isHeld &&= refused === 0 && at(0.99) < BAR_MS;
  } finally {
    await server.stop();
  }
}

function message(index: number): string {
  const number = Math.floor(index / MESSAGES_EACH);
  const updated_at = new Date(Date.UTC(2026, 10, 21, 5, 0, 0) + index * 1_000).toISOString();
  const own = { id: subscriptionId(number), customer_id: customerId(number) };
  return JSON.stringify(paddleEvent('subscription.updated', subscriptionEntity({ ...own, updated_at })));
}

async function deliver(url: string, body: string): Promise<{ status: number; ms: number }> {
  const headers = { 'Content-Type': 'application/json', 'Paddle-Signature': signatureOf(body, new Date()) };
  const begin = performance.now();
  const answer = await fetch(`${url}/api/paddle/webhook/`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - begin };
}

/** Asks as an administrator until nothing waits; gives how many did at first. */
async function waitUntilApplied(url: string): Promise<number> {
  const signedIn = await fetch(`${url}/api${adminSignIn.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { tokens } = (await signedIn.json()) as { tokens: { access: string } };
  const headers = { Authorization: `Bearer ${tokens.access}` };
  const ask = async () => {
    const answer = await fetch(`${url}/api${readBillingProblems.path}`, { headers });
    if (!answer.ok) throw new Error(`an administrator is answered ${answer.status}`);
    return ((await answer.json()) as { waiting: number }).waiting;
  };
  const atFirst = await ask();
  for (let waiting = atFirst; waiting > 0; waiting = await ask()) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return atFirst;
}
