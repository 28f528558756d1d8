import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { DEMO_CUSTOMERS } from '#core/server/config/demo.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { readBillingProblems } from '#features/billing/contract/admin-endpoints.ts';
import { listSubscriptions } from '#features/billing/contract/subscriptions.ts';
import { listFilings } from '#features/corporate-actions/contract/filings.ts';
import { listArticles } from '#features/news/contract/endpoints.ts';
import { listSourcesForAdmin } from '#features/news/contract/source-endpoints.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { usePaddleApp } from '#tests/support/billing/paddle-simulator.ts';
import { seedDemoSubscriptions } from './features/billing/sample/demo-subscriptions.ts';
import { prepareContent } from './prepare-content.ts';

const DAY_MS = 86_400_000;

const test = usePaddleApp();
const seed = () =>
  seedDemoSubscriptions({
    database: test.database,
    clock: test.clock,
    tokenSecrets: { current: 'x'.repeat(32), accepted: [] },
    simulator: { control: test.control },
  });

async function signInAs(email: string): Promise<string> {
  const customer = DEMO_CUSTOMERS.find((customer) => customer.email === email);
  const body = { email, password: customer?.password ?? '' };
  return (await test.call(signIn, { body })).body.tokens.access;
}

async function readSubscriptions(email: string) {
  const token = await signInAs(email);
  return (await test.call(listSubscriptions, {}, { token })).body.subscriptions;
}

let isSeeded: boolean;
beforeAll(async () => {
  await prepareContent(test.database, readConfig({}), test.clock.now());
  isSeeded = await seed();
});

describe('a fresh demo', () => {
  it('a fresh demo has customers whose subscriptions are active, canceled, past due and paused at Paddle and in Tezi', async () => {
    expect(isSeeded).toBe(true);
    await test.billing.reconcileIfDue();
    const states: Record<string, string[]> = {};
    for (const { email } of DEMO_CUSTOMERS)
      states[email] = (await readSubscriptions(email)).map(
        ({ get_status_display }: { get_status_display: string }) => get_status_display,
      );
    expect(states).toEqual({
      'trader@tezi.example': [],
      'subscriber@tezi.example': ['Active'],
      'canceled@tezi.example': [expect.stringMatching(/^Active \(cancels \d+ \w+ \d{4}\)$/)],
      'past-due@tezi.example': ['Past Due'],
      'paused@tezi.example': ['Paused'],
      'transfer@tezi.example': ['Active'],
    });
    const atPaddle = Object.values(test.control.state().subscriptions).map(({ status }) => status);
    expect(atPaddle.toSorted()).toEqual(['active', 'active', 'active', 'past_due', 'paused']);
  });

  it.each([
    ['subscriber@tezi.example', true],
    ['canceled@tezi.example', true],
    ['past-due@tezi.example', true],
    ['transfer@tezi.example', true],
    ['paused@tezi.example', false],
    ['trader@tezi.example', false],
  ])('gives premium access to %s: %s', async (email, isPremium) => {
    const token = await signInAs(email);
    const { status, body } = await test.call(listPsxSignals, { query: { signal_type: 'swing' } }, { token });
    expect([status, body.has_subscription]).toEqual([200, isPremium]);
    expect(body.results.length > 3).toBe(isPremium);
  });

  it('a fresh demo has intraday signals for visitors, in progress and closed', async () => {
    const { body } = await test.call(listPsxSignals, { query: { signal_type: 'intraday' } });
    const statuses = body.results.map(({ call_status }: { call_status: string }) => call_status);
    expect(statuses.filter((status: string) => status === 'in_progress')).toHaveLength(3);
    expect(statuses.filter((status: string) => status === 'closed').length).toBeGreaterThan(5);
  });

  it('a fresh demo has work for an administrator: a failing source, filings and an unlinked subscription', async () => {
    const { access: token } = await signInAdministrator(test);
    const { body: problems } = await test.call(readBillingProblems, {}, { token });
    expect([problems.unlinked_count, problems.dead_letter_count]).toEqual([1, 0]);
    const { body: filings } = await test.call(listFilings, {}, { token });
    expect(filings.count).toBe(2);
    const { body: sources } = await test.call(listSourcesForAdmin, {}, { token });
    const failing = sources.results.filter(({ last_error }: { last_error: string | null }) => last_error);
    expect(failing).toMatchObject([{ is_enabled: true, failures_in_a_row: 4 }]);
    expect(Date.parse(failing[0].next_fetch_at)).toBeGreaterThan(test.clock.now().getTime());
  });

  it('serves the page and the picture that each article links to', async () => {
    const { body } = await test.call(listArticles, { query: {} });
    const urls = body.results.flatMap(({ link, image_url }: { link: string; image_url: string | null }) =>
      [link, image_url].filter((url) => url !== null),
    );
    expect(urls.length).toBeGreaterThan(20);
    for (const url of new Set<string>(urls))
      expect((await test.request({ method: 'GET', url })).statusCode, url).toBe(200);
  });

  it('creates no second subscriptions on a later start, and follows the advanced clock', async () => {
    expect(await seed()).toBe(false);
    await test.advanceTime(35 * DAY_MS);
    const [canceled] = await readSubscriptions('canceled@tezi.example');
    expect(canceled.get_status_display).toBe('Canceled');
    const [active] = await readSubscriptions('subscriber@tezi.example');
    expect(active.get_status_display).toBe('Active');
  });
});
