import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { GOOGLE_START_PATH } from '#features/accounts/contract/google.ts';
import { startSmtpServer } from '#tests/support/accounts/smtp-server.ts';
import { makeTemporaryDataDir, startFaultServer } from './support/fault-server.ts';
import { type Fault, startFaultyHttpService, startSilentService } from './support/faulty-service.ts';
import { countAcknowledged, createJournal, type Journal } from './support/journal.ts';
import { usePostgres } from './support/postgres.ts';
import { LOAD_SETTINGS, PADDLE_SETTINGS, startProductLoad } from './support/product-load.ts';
import { getSeed } from './support/random.ts';
import { countRepeated, countVerifications } from './support/verify-journal.ts';

const FAULTS: readonly Fault[] = ['hang', 500, 429];
const LOAD_MS = 2_000;
const PAGES = ['/', '/signals/intraday', '/news', '/pricing'];
/** A feed has 30 seconds to respond. */
const FEED_TIMEOUT_MS = 40_000;
/** Calls to Paddle and Google have ten seconds each. */
const FAILED_CALLS_LIMIT_MS = FEED_TIMEOUT_MS + 30_000;
/** Emails are sent again after growing delays, one at a time. */
const RESENT_TIMEOUT_MS = 400_000;
const TIMEOUT_MS = RESENT_TIMEOUT_MS + 180_000;

describe('a server whose payment provider, mail server, Google and news publisher are down', () => {
  it('serves everything else and loses nothing, on the embedded database', { timeout: TIMEOUT_MS }, () =>
    useWithoutServices('embedded database', { DATA_DIR: makeTemporaryDataDir() }),
  );

  const postgres = usePostgres();

  it.skipIf(!postgres)(
    'serves everything else and loses nothing, on PostgreSQL',
    { timeout: TIMEOUT_MS },
    async () => {
      const url = await (postgres as NonNullable<typeof postgres>).createDatabase('services');
      await useWithoutServices('PostgreSQL', { DATABASE_URL: url });
    },
  );
});

async function useWithoutServices(name: string, settings: Record<string, string>): Promise<void> {
  const paddle = await startFaultyHttpService();
  const publisher = await startFaultyHttpService();
  const google = await startSilentService();
  const silentMail = await startSilentService();
  onTestFinished(async () => {
    for (const service of [paddle, publisher, google]) await service.close();
  });
  const product = await startFaultServer({
    ...LOAD_SETTINGS,
    ...PADDLE_SETTINGS,
    LOG_LEVEL: 'silent',
    PADDLE_API_BASE_URL: paddle.url,
    OUTBOUND_ALLOW_LOOPBACK: 'true',
    GOOGLE_CLIENT_ID: 'faults',
    GOOGLE_CLIENT_SECRET: 'faults',
    GOOGLE_ISSUER: `https://127.0.0.1:${google.port}`,
    SMTP_URL: `smtp://127.0.0.1:${silentMail.port}`,
    MAIL_FROM: 'no-reply@tezi.test',
    ...settings,
  });
  const journal = createJournal();
  const failedCallsMs: number[] = [];

  for (const fault of FAULTS) {
    paddle.setFault(fault);
    publisher.setFault(fault);
    const load = await startProductLoad(product, journal, { seed: getSeed() });
    await wait(LOAD_MS);
    const begin = performance.now();
    await expectPaddleMessage(product.url, journal);
    await expectFeedMessage(product.url, load.administrator, `${publisher.url}/${fault}`, fault);
    await expectGoogleMessage(product.url);
    failedCallsMs.push(performance.now() - begin);
    for (const page of PAGES) expect((await fetch(product.url + page)).status, page).toBe(200);
    await load.stop();
    expect(load.unexpected).toEqual([]);
    expect(load.failures).toEqual([]);
  }
  expect([...journal.statuses.keys()].filter((status) => status >= 400)).toEqual([]);
  expect(Math.max(...failedCallsMs)).toBeLessThan(FAILED_CALLS_LIMIT_MS);

  await silentMail.close();
  const smtp = await startSmtpServer(silentMail.port);
  onTestFinished(() => smtp.close());
  const begin = performance.now();
  const registered = [...journal.customers].flatMap(([email, { acknowledged }]) =>
    acknowledged >= 0 ? [email] : [],
  );
  await expect
    .poll(() => registered.filter((email) => !countVerifications(smtp.emails).has(email)), {
      timeout: RESENT_TIMEOUT_MS,
      interval: 1_000,
    })
    .toEqual([]);
  const repeated = countRepeated(countVerifications(smtp.emails));
  expect(repeated).toBe(0);
  expect(product.hasExited(), product.output()).toBe(false);
  process.stdout.write(
    `  services down, ${name}: ${countAcknowledged(journal)} acknowledged writes, none rejected; a failed call to each of ` +
      `Paddle, a feed and Google took ${failedCallsMs.map((ms) => (ms / 1_000).toFixed(1)).join(', ')} s ` +
      `(${FAULTS.join(', ')}); ${registered.length} verification emails arrived within ` +
      `${((performance.now() - begin) / 1_000).toFixed(0)} s after the mail server was back, 0 lost, ${repeated} sent twice\n`,
  );
}

/** A receipt needs Paddle; the subscription itself does not. */
async function expectPaddleMessage(url: string, journal: Journal): Promise<void> {
  // The oldest: the events of the newest may still wait to be applied.
  const subscription = [...journal.subscriptions.values()].find(({ acknowledged }) => acknowledged >= 0);
  if (!subscription) throw new Error('No subscription was reported.');
  const get = (path: string) => fetch(`${url}/api${path}`, { headers: subscription.customer });
  const readList = async () => (await (await get('/subscriptions/')).json()).subscriptions;
  await expect.poll(readList, { timeout: 10_000 }).toHaveLength(1);
  const [{ id }] = await readList();
  const detail = await get(`/subscriptions/${id}/`);
  expect(detail.status).toBe(200);
  expect((await detail.json()).subscription.update_url).toBeNull();
  const readPayments = async () => (await (await get(`/subscriptions/${id}/payments/`)).json()).payments;
  await expect.poll(readPayments, { timeout: 10_000 }).not.toEqual([]);
  const [payment] = await readPayments();
  const receipt = await get(`/subscriptions/${id}/payments/${payment.id}/receipt/`);
  expect(receipt.status).toBe(503);
  expect(receipt.headers.get('retry-after')).toBe('60');
  expect(await receipt.text()).toContain('Paddle did not respond.');
}

/** A feed that fails is reported next to its source. */
async function expectFeedMessage(
  url: string,
  administrator: Record<string, string>,
  feedUrl: string,
  fault: Fault,
): Promise<void> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}/api/admin/news/sources/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...administrator },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const { id } = await post('', { name: `Source ${fault}`, url: feedUrl });
  const readError = async () => {
    const sources = await fetch(`${url}/api/admin/news/sources/`, { headers: administrator });
    const { results } = await sources.json();
    return results.find((source: { id: number }) => source.id === id)?.last_error;
  };
  await expect
    .poll(readError, { timeout: FEED_TIMEOUT_MS, interval: 100 })
    .toMatch(
      fault === 'hang'
        ? /retried automatically/
        : new RegExp(`responded with ${fault} .*retried automatically`),
    );
}

async function expectGoogleMessage(url: string): Promise<void> {
  const response = await fetch(`${url}/api${GOOGLE_START_PATH}?attempt=${randomUUID()}&intent=signin`);
  expect(response.status).toBe(502);
  expect(await response.text()).toContain('Google cannot be reached right now. Please try again.');
}
