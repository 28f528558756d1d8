import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND, systemClock } from '#core/server/platform/clock.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { createGuardedPost, type GuardedPost } from '#core/server/platform/outbound/guarded-fetch.ts';
import { deleteAccount, exportAccount } from '#features/accounts/contract/account-data.ts';
import { confirmPasswordReset, requestPasswordReset } from '#features/accounts/contract/passwords.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { revokeSessionsOfAccount } from '#features/accounts/server/accounts.ts';
import { changeAlertSettings, listAlertDeliveries } from '#features/alerts/contract/endpoints.ts';
import { WEBHOOK_EXAMPLE, WEBHOOK_VERIFICATION } from '#features/alerts/contract/webhook-guide.ts';
import {
  addWebhook,
  readWebhook,
  removeWebhook,
  replaceWebhookSecret,
  sendTestWebhook,
} from '#features/alerts/contract/webhooks.ts';
import { dueAlertsQueue } from '#features/alerts/server/alert-jobs.ts';
import { webhooks } from '#features/alerts/server/alerts.tables.ts';
import { createMessageSender } from '#features/alerts/server/delivery/send-messages.ts';
import { queueSending } from '#features/alerts/server/delivery/send-queues.ts';
import { signalAlertQueue } from '#features/signals/server/signals.ts';
import { verify } from '#simulators/webhooks/webhook-receiver.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { trackSecurityEvents } from '#tests/support/accounts/security-events.ts';
import { runAlertJobs } from '#tests/support/alerts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { waitForLock } from '#tests/support/database/wait-for-lock.ts';
import { startFeedServer } from '#tests/support/news/feed-server.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createSimulatedReceiver } from '#tests/support/webhooks.ts';
import { createWebhookChannel, createWebhookSender } from './webhook-channel.ts';
import { createMessage, createTestMessage, createWebhookSecret, signMessage } from './webhook-message.ts';
import { findWebhook, getSecrets, reencryptWebhookSecrets } from './webhooks.queries.ts';

const { control, post, failures, sent } = createSimulatedReceiver();
const test = useTestApp(
  { LIMIT_SIGN_UP_ADDRESS: '1000/1h', LIMIT_TEST_PUSH: '1000/1h' },
  { webhooks: { post, demoUrl: null }, paddle: createFakePaddle() },
);
/** In the session of a Monday. */
const IN_SESSION = '2026-11-23T06:00:00.000Z';
const URL_OF_RECEIVER = 'https://receiver.test/hook';
/** Those of published signals. */
const LEVELS = /471|448|495|518|540/;

beforeEach(async () => {
  test.clock.set(IN_SESSION);
  failures.isUnreachable = false;
  Object.assign(control, { secret: null, behavior: 'accept' });
  control.received.length = 0;
  sent.length = 0;
  await test.database.pool.query('delete from pgboss.job');
  await test.database.pool.query('truncate alert_events, alert_lanes, webhooks cascade');
});

type Customer = Awaited<ReturnType<typeof signUpCustomer>>;

/** Access tokens expire while the clock advances. */
const signInAgain = async (customer: Customer): Promise<Customer> => ({
  ...customer,
  access: (await test.call(signIn, { body: customer })).body.tokens.access,
});

const add = ({ access: token }: Customer, url = URL_OF_RECEIVER) =>
  test.call(addWebhook, { body: { url } }, { token });
const read = async ({ access: token }: Customer) =>
  (await test.call(readWebhook, {}, { token })).body.webhook;
const sendTest = ({ access: token }: Customer) => test.call(sendTestWebhook, {}, { token });
const listLog = async ({ access: token }: Customer) =>
  (await test.call(listAlertDeliveries, {}, { token })).body.results;
/** Delivers the emails that wait. */
const listSubjects = async ({ email }: Customer) =>
  (await test.deliverEmails()).filter(({ to }) => to === email).map(({ subject }) => subject);
const listBodies = () => control.received.map(({ body }) => JSON.parse(body));

/** Adds a webhook, whose secret the receiver then knows. */
async function connect(customer: Customer): Promise<string> {
  const { status, body } = await add(customer);
  expect(status).toBe(200);
  control.secret = body.secret;
  return body.secret;
}

async function publishSignal(overrides = {}) {
  const admin = await signInAdministrator(test);
  return publish(test, admin, { symbol: 'HBL', ...overrides });
}

async function sendDue() {
  await test.database.transaction((tx) => queueSending(tx, 'webhook'));
  await runAlertJobs(test);
}

describe('a signature', () => {
  it('is that of the specification', () => {
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: Buffer.from('{"test": 2432232314}') };
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    expect(signMessage(message, [secret], new Date(1_614_265_330_000))).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is valid for the body, ID, time and secret that were signed only', async () => {
    const now = new Date();
    const [secret, other] = [createWebhookSecret(), createWebhookSecret()];
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const message = createTestMessage(now, 'https://tezi.test');
    const body = message.body.toString();
    const headers = signMessage(message, [secret], now);
    expect(await verify(headers, body, secret, now)).toBe(true);
    const tampered = body.replace('work', 'fail');
    const results = await Promise.all([
      verify(headers, tampered, secret, now),
      verify({ ...headers, 'webhook-id': 'msg_2' }, body, secret, now),
      verify({ ...headers, 'webhook-timestamp': '1' }, body, secret, now),
      verify(headers, body, other, now),
      // A replay.
      verify(headers, body, secret, new Date(now.getTime() + 301 * SECOND)),
    ]);
    expect(results).toEqual([false, false, false, false, false]);
  });
});

it('is verified by the code of the documentation', async () => {
  const source = `${WEBHOOK_VERIFICATION}\nexport { isGenuine };`;
  const { isGenuine } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
  const [secret, other] = [createWebhookSecret(), createWebhookSecret()];
  const { id, body } = createTestMessage(new Date(), 'https://tezi.test');
  const headers = signMessage({ id, body }, [other, secret], new Date());
  expect(isGenuine(headers, body, secret)).toBe(true);
  expect(isGenuine(headers, Buffer.from(`${body} `), secret)).toBe(false);
  expect(isGenuine(headers, body, createWebhookSecret())).toBe(false);
  expect(isGenuine({ ...headers, 'webhook-timestamp': 'never' }, body, secret)).toBe(false);
});

describe('the settings', () => {
  it('show a secret once, which is stored encrypted and bound to its webhook', async () => {
    const customer = await signUpCustomer(test);
    const secret = await connect(customer);
    expect(await read(customer)).toEqual({
      url: URL_OF_RECEIVER,
      created_at: IN_SESSION,
      secret_id: expect.stringMatching(/^[\w-]{16}$/),
      last: null,
      disabled: null,
      previous_secret_until: null,
    });
    const [row] = await test.database.db.select().from(webhooks);
    if (!row) throw new Error('no webhook is stored');
    const key = secret.slice('whsec_'.length);
    expect(JSON.stringify(row)).not.toContain(key);
    expect(JSON.stringify(row)).not.toContain(Buffer.from(key, 'base64').toString('hex'));
    const secrets = { current: 'x'.repeat(32), accepted: [] };
    expect(getSecrets(row, test.clock.now(), secrets)).toEqual([secret]);
    expect(getSecrets({ ...row, id: row.userId }, test.clock.now(), secrets)).toEqual([]);
  });

  it('accept one webhook for each customer', async () => {
    const [customer, other] = [await signUpCustomer(test), await signUpCustomer(test)];
    await connect(customer);
    expect((await add(customer)).status).toBe(409);
    expect((await add(other)).status).toBe(200);
  });

  it('say which secret they show, and no other than the newest', async () => {
    const customer = await signUpCustomer(test);
    const { body: first } = await add(customer);
    expect((await read(customer)).secret_id).toBe(first.secret_id);
    const { body: second } = await test.call(replaceWebhookSecret, {}, { token: customer.access });
    expect(second.secret_id).not.toBe(first.secret_id);
    expect((await read(customer)).secret_id).toBe(second.secret_id);
  });

  it('accept the URL of a public address, and port 8443', async () => {
    for (const url of ['https://receiver.test:8443/hook', 'https://8.8.8.8/', 'https://receiver.test:443/'])
      expect((await add(await signUpCustomer(test), url)).status).toBe(200);
  });

  it.each([
    ['https://receiver.test:22/', 'Use port 443 or 8443.'],
    ['https://localhost/hook', 'The URL must lead to a server on the public internet.'],
    ['https://a.localhost./hook', 'The URL must lead to a server on the public internet.'],
    ['https://10.0.0.5/hook', 'The URL must lead to a server on the public internet.'],
    ['https://2130706433/', 'The URL must lead to a server on the public internet.'],
    ['https://[::1]/', 'The URL must lead to a server on the public internet.'],
    ['https://[::ffff:10.0.0.5]/', 'The URL must lead to a server on the public internet.'],
    ['https://tezi.test/api/', 'Enter a URL of your own server, not of this site.'],
  ])('reject the URL %s, which can never work', async (url, problem) => {
    const { status, body } = await add(await signUpCustomer(test), url);
    expect([status, body]).toEqual([400, { url: [problem] }]);
  });

  it.each([
    'http://receiver.test/hook',
    'https://user:password@receiver.test/hook',
    'ftp://receiver.test/',
    'receiver.test',
    '',
  ])('reject the URL %j', async (url) => {
    const { status, body } = await add(await signUpCustomer(test), url);
    expect([status, Object.keys(body)]).toEqual([400, ['url']]);
  });

  it('sign with the new and the previous secret for a day after it was replaced', async () => {
    const customer = await signUpCustomer(test);
    const previous = await connect(customer);
    const { body } = await test.call(replaceWebhookSecret, {}, { token: customer.access });
    for (const [secret, afterMs, isGenuine] of [
      [previous, 0, true],
      [body.secret, 0, true],
      [previous, DAY + 1, false],
      [body.secret, 0, true],
    ] as const) {
      test.clock.advance(afterMs);
      control.secret = secret;
      await sendTest(await signInAgain(customer));
      expect(control.received.at(-1)?.isGenuine).toBe(isGenuine);
    }
  });

  it('keep the secret that a receiver may have when it is replaced twice within a day', async () => {
    const customer = await signUpCustomer(test);
    const deployed = await connect(customer);
    const replace = () => test.call(replaceWebhookSecret, {}, { token: customer.access });
    await replace();
    test.clock.advance(MINUTE);
    const { body } = await replace();
    expect((await read(customer)).previous_secret_until).toBe('2026-11-24T06:00:00.000Z');
    for (const secret of [deployed, body.secret]) {
      control.secret = secret;
      await sendTest(customer);
      expect(control.received.at(-1)?.isGenuine).toBe(true);
    }
  });

  it('are in the security log, in the export without the secret, and end with the account', async () => {
    const listEvents = trackSecurityEvents(test);
    await listEvents();
    const customer = await signUpCustomer(test);
    await connect(customer);
    await test.call(replaceWebhookSecret, {}, { token: customer.access });
    const { body } = await test.call(exportAccount, {}, { token: customer.access });
    expect(body.alerts.webhook).toEqual({
      url: URL_OF_RECEIVER,
      created_at: IN_SESSION,
      last_sent_at: null,
      last_result: null,
    });
    const remove = () => test.call(removeWebhook, {}, { token: customer.access });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    await connect(customer);
    await test.call(deleteAccount, { body: { password: customer.password } }, { token: customer.access });
    expect(await test.database.db.$count(webhooks)).toBe(0);
    const recorded = (await listEvents()).filter(({ kind }) => kind.startsWith('webhook_'));
    expect(recorded).toMatchObject([
      { kind: 'webhook_added', details: { label: 'receiver.test' } },
      { kind: 'webhook_secret_replaced' },
      { kind: 'webhook_removed', details: { label: 'receiver.test' } },
      { kind: 'webhook_added' },
    ]);
  });

  it('end when the owner resets the password, because another user may have added the URL', async () => {
    const customer = await signUpCustomer(test);
    await connect(customer);
    await test.call(requestPasswordReset, { body: { email: customer.email } });
    const email = (await test.deliverEmails()).find(({ subject }) => /password/i.test(subject));
    const [, token = ''] = /token=([\w-]+)/.exec(email?.text ?? '') ?? [];
    const body = { token, new_password: 'another long password' };
    expect((await test.call(confirmPasswordReset, { body })).status).toBe(200);
    expect(await test.database.db.$count(webhooks)).toBe(0);
  });

  it('reject the request of a session that the owner ends at the same time', async () => {
    const customer = await signUpCustomer(test);
    const adding = await test.database.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(
        sql`update users set password_hash = 'reset' where email = ${customer.email} returning id`,
      );
      const request = add(customer);
      await waitForLock(test.database);
      const account = { accountKind: 'customer', accountId: rows[0]?.id ?? '' } as const;
      await revokeSessionsOfAccount(tx, account, test.clock.now());
      return { request };
    });
    expect((await adding.request).status).toBe(401);
    expect(await test.database.db.$count(webhooks)).toBe(0);
  });

  it('send an email when a webhook is added and when its secret is replaced', async () => {
    const customer = await signUpCustomer(test);
    await test.deliverEmails();
    await connect(customer);
    const { body } = await test.call(replaceWebhookSecret, {}, { token: customer.access });
    const emails = await test.deliverEmails();
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      [customer.email, 'A webhook was added to your Tezi account'],
      [customer.email, 'The secret of your Tezi webhook was replaced'],
    ]);
    expect(JSON.stringify(emails)).not.toContain(body.secret);
  });

  it('remain readable when TOKEN_SECRET is replaced', async () => {
    const customer = await signUpCustomer(test);
    const secret = await connect(customer);
    const { body } = await test.call(replaceWebhookSecret, {}, { token: customer.access });
    const next = { current: 'y'.repeat(32), accepted: ['x'.repeat(32)] };
    await reencryptWebhookSecrets(test.database.db, next);
    const [row] = await test.database.db.select().from(webhooks);
    if (!row) throw new Error('no webhook is stored');
    const secrets = { current: 'y'.repeat(32), accepted: [] };
    expect(getSecrets(row, test.clock.now(), secrets)).toEqual([body.secret, secret]);
  });

  it('send a test that arrives genuine, or say why it was not accepted', async () => {
    const customer = await signUpCustomer(test);
    expect((await sendTest(customer)).status).toBe(404);
    await connect(customer);
    expect(await sendTest(customer)).toMatchObject({
      status: 200,
      body: { message: 'Accepted (HTTP 200).' },
    });
    expect(control.received).toMatchObject([{ isGenuine: true, isRepeat: false }]);
    expect(listBodies()).toMatchObject([{ type: 'test', timestamp: IN_SESSION }]);
    control.behavior = 'redirect';
    expect((await sendTest(customer)).body.detail).toBe(
      'The receiver did not accept the test. HTTP 307: redirects are not followed',
    );
    expect((await read(customer)).last).toEqual({
      at: IN_SESSION,
      is_accepted: false,
      result: 'HTTP 307: redirects are not followed',
    });
  });
});

describe('an alert', () => {
  it('is sent signed with the facts of a free signal, and is in the log', async () => {
    const customer = await signUpCustomer(test);
    await connect(customer);
    const { id } = await publishSignal({ analyst_name: 'Ayesha Khan', analyst_registration: 'R-1' });
    await runAlertJobs(test);
    expect(control.received).toMatchObject([{ isGenuine: true }]);
    const [body] = listBodies();
    expect(body).toEqual({
      type: 'signal.published',
      timestamp: IN_SESSION,
      data: {
        title: 'HBL: new intraday signal',
        url: `https://tezi.test/signals/${id}`,
        signal_id: id,
        code: expect.stringMatching(/^\w{4}-\w{4}$/),
        symbol: 'HBL',
        signal_type: 'intraday',
        order_type: 'buy',
        call_status: 'in_progress',
        analyst: { name: 'Ayesha Khan', registration: 'R-1' },
        levels: { entry_price: '471.00', stop_loss: '448.00', target_points: ['495.00', '518.00', '540.00'] },
        target: null,
        date: null,
      },
    });
    // The documentation.
    expect(Object.keys(WEBHOOK_EXAMPLE)).toEqual(Object.keys(body));
    expect(Object.keys(WEBHOOK_EXAMPLE.data)).toEqual(Object.keys(body.data));
    expect(await listLog(customer)).toMatchObject([
      { channel: 'webhook', state: 'accepted', attempts: 1, accepted_at: IN_SESSION },
    ]);
    expect((await read(customer)).last).toEqual({ at: IN_SESSION, is_accepted: true, result: 'HTTP 200' });
  });

  it('is sent to no one without a webhook, and not when it is off or alerts are paused', async () => {
    const customer = await signUpCustomer(test);
    const change = (body: object) => test.call(changeAlertSettings, { body }, { token: customer.access });
    await publishSignal();
    await runAlertJobs(test);
    await connect(customer);
    await change({ preferences: [{ kind: 'signal_intraday', channel: 'webhook', mode: 'off' }] });
    await publishSignal();
    await runAlertJobs(test);
    await change({
      preferences: [{ kind: 'signal_intraday', channel: 'webhook', mode: 'on' }],
      paused_until: '2026-11-24T06:00:00.000Z',
    });
    await publishSignal();
    await runAlertJobs(test);
    expect(sent).toEqual([]);
    expect(await listLog(customer)).toMatchObject([{ state: 'canceled', reason: 'paused' }]);
  });

  it('is not deferred by quiet hours, because programs do not sleep', async () => {
    const customer = await signUpCustomer(test);
    await connect(customer);
    const body = { quiet_hours: { from: '10:00', until: '12:00', time_zone: 'Asia/Karachi' } };
    await test.call(changeAlertSettings, { body }, { token: customer.access });
    await publishSignal();
    await runAlertJobs(test);
    expect(sent.length).toBe(1);
  });

  it.each(['swing', 'investment'])('of a premium %s signal has no level anywhere', async (signalType) => {
    const subscriber = await signUpSubscriber(test);
    await connect(subscriber);
    const { id } = await publishSignal({ signal_type: signalType, horizon_days: 20 });
    await runAlertJobs(test);
    expect(listBodies()).toMatchObject([
      { type: 'signal.published', data: { signal_id: id, signal_type: signalType, levels: null } },
    ]);
    // IDs and the code may contain the digits by chance.
    const { code, signal_id: _id, url: _url, ...facts } = listBodies()[0].data;
    expect(JSON.stringify(facts)).not.toMatch(LEVELS);
    expect(JSON.stringify(sent)).not.toMatch(/(471|448|495|518|540)\.00/);
    expect(code).toMatch(/^\w{4}-\w{4}$/);
  });

  it('of a premium signal that is replaced names both, without a level', async () => {
    const subscriber = await signUpSubscriber(test);
    await connect(subscriber);
    const swing = { signal_type: 'swing', horizon_days: 20 };
    const { id } = await publishSignal(swing);
    await runAlertJobs(test);
    const replaces = { signal_id: id, reason: 'Published with the wrong stop loss.' };
    const { id: newId } = await publishSignal({ ...swing, replaces });
    await runAlertJobs(test);
    const [, ...bodies] = listBodies();
    expect(bodies).toMatchObject([
      {
        type: 'signal.voided',
        data: {
          url: `https://tezi.test/signals/${newId}`,
          signal_id: id,
          levels: null,
          is_void: true,
          replaced_by: { signal_id: newId, signal_type: 'swing', levels: null },
        },
      },
    ]);
    expect(JSON.stringify(bodies)).not.toMatch(/(471|448|495|518|540)\.00/);
  });

  it('of a premium signal has its levels if the operator allows it', async () => {
    const subscriber = await signUpSubscriber(test);
    await connect(subscriber);
    await publishSignal({ signal_type: 'swing', horizon_days: 20 });
    failures.isUnreachable = true;
    await runAlertJobs(test);
    failures.isUnreachable = false;
    sent.length = 0;
    const { database, clock, logger } = test;
    const channel = createWebhookChannel({
      post,
      database,
      clock,
      logger,
      tokenSecrets: { current: 'x'.repeat(32), accepted: [] },
      config: { publicUrl: 'https://tezi.test', hasPremiumLevelsInWebhooks: true },
    });
    test.clock.advance(MINUTE);
    await createMessageSender(channel, { database, clock, logger, config: test.config })(
      { claimant: 'c0000000-0000-4000-8000-00000000000f' },
      { signal: new AbortController().signal },
    );
    expect(listBodies()).toMatchObject([
      { data: { signal_type: 'swing', levels: { entry_price: '471.00', stop_loss: '448.00' } } },
    ]);
  });

  it.each([
    ['intraday', false, { price: '447.50', r_multiple: '-1.02' }],
    ['swing', false, null],
    ['swing', true, { price: '447.50', r_multiple: '-1.02' }],
  ] as const)(
    'of the result of a signal (%s, premium levels: %j) has %j',
    (type, hasPremiumLevels, result) => {
      const at = new Date(IN_SESSION);
      const { body } = createMessage(
        {
          delivery: { id: 1, userId: '', target: '', attempts: 0 },
          kind: 'stop_hit',
          subject: { date: '2026-11-20' },
          text: { title: 'HBL: stop loss hit', lines: ['Price 447.50 · Result −1.02 R'], path: '/signals/1' },
          signal: {
            ...{ id: '1', code: 'ABCD-EFGH', symbol: 'HBL', side: 'buy', callStatus: 'in_progress' },
            analyst: { name: null, registration: null },
            levels: { entry_price: '471.00', stop_loss: '448.00', target_points: [] },
            type,
            result: { price: '447.50', rMultiple: '-1.0217' },
          },
          isSilent: false,
          isUrgent: true,
          occurredAt: at,
          expiresAt: at,
        },
        { publicUrl: 'https://tezi.test', hasPremiumLevels },
      );
      expect(JSON.parse(body.toString()).data.result).toEqual(result);
      if (result === null) expect(body.toString()).not.toMatch(/447|448|471|1\.02/);
    },
  );

  it('of a premium signal is not sent without access, or after it has ended', async () => {
    const subscriber = await signUpSubscriber(test);
    const customer = await signUpCustomer(test);
    await add(customer);
    await connect(subscriber);
    failures.isUnreachable = true;
    await publishSignal({ signal_type: 'swing', horizon_days: 20 });
    await runAlertJobs(test);
    expect(sent.length).toBe(1);
    await subscriber.sendUpdate({ status: 'canceled', scheduled_change: null });
    failures.isUnreachable = false;
    test.clock.advance(MINUTE);
    await sendDue();
    expect(control.received).toEqual([]);
    expect(await listLog(subscriber)).toMatchObject([{ state: 'canceled', reason: 'not_entitled' }]);
    expect(await listLog(customer)).toEqual([]);
  });

  it('is tried again with the same ID, each time later, six times at most', async () => {
    const customer = await signUpCustomer(test);
    await connect(customer);
    control.behavior = 'fail';
    await publishSignal();
    await runAlertJobs(test);
    const waits: number[] = [];
    for (const waitMs of [5 * SECOND, 30 * SECOND, 3 * MINUTE, 18 * MINUTE, 30 * MINUTE]) {
      test.clock.advance(waitMs - 1);
      await sendDue();
      const before = sent.length;
      test.clock.advance(1);
      await sendDue();
      waits.push(sent.length - before);
    }
    expect(waits).toEqual([1, 1, 1, 1, 1]);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(control.received.every(({ isGenuine }) => isGenuine)).toBe(true);
    expect(await listLog(await signInAgain(customer))).toMatchObject([
      { state: 'failed', reason: 'rejected', attempts: 6 },
    ]);
  });

  it('waits as long as the receiver asks, and others wait with it', async () => {
    const customer = await signUpCustomer(test);
    await connect(customer);
    control.behavior = 'limit';
    await publishSignal();
    await runAlertJobs(test);
    control.behavior = 'accept';
    await publishSignal();
    await runAlertJobs(test);
    test.clock.advance(59 * SECOND);
    await sendDue();
    expect(sent.length).toBe(1);
    test.clock.advance(SECOND);
    await sendDue();
    expect((await listLog(customer)).map(({ state }: { state: string }) => state)).toEqual([
      'accepted',
      'accepted',
    ]);
    expect((await listLog(customer)).map(({ attempts }: { attempts: number }) => attempts)).toEqual([1, 2]);
  });

  it('that waits is not sent to the webhook that replaced the one before', async () => {
    const customer = await signUpCustomer(test);
    await connect(customer);
    failures.isUnreachable = true;
    await publishSignal();
    await runAlertJobs(test);
    failures.isUnreachable = false;
    await test.call(removeWebhook, {}, { token: customer.access });
    await connect(customer);
    test.clock.advance(MINUTE);
    await sendDue();
    expect(control.received).toEqual([]);
    expect(await listLog(customer)).toMatchObject([{ state: 'canceled', reason: 'webhook_gone' }]);
  });
});

describe('the messages of webhooks', () => {
  it('are sent in lanes of hosts that have accepted one, and those of other hosts wait for each other only', async () => {
    const accepting = await signUpCustomer(test);
    const silent: Customer[] = [];
    // One after the other: the server rejects sign-ups when too many passwords wait to be hashed.
    for (let index = 0; index < 24; index += 1) silent.push(await signUpCustomer(test));
    await connect(accepting);
    await sendTest(accepting);
    await test.database.transaction((tx) => enqueue(tx, dueAlertsQueue, {}));
    await test.jobs.runDue(dueAlertsQueue);
    await Promise.all(silent.map((customer, index) => add(customer, `https://silent-${index}.test/hook`)));
    const stuck = Promise.withResolvers<void>();
    let waiting = 0;
    const accepted: string[] = [];
    const slowPost = Object.assign(
      async (url: string) => {
        if (url === URL_OF_RECEIVER) accepted.push(url);
        else {
          waiting += 1;
          await stuck.promise;
        }
        return { status: 200, headers: new Headers() };
      },
      { close: () => {} },
    );
    const { database, clock, logger, config } = test;
    const tokenSecrets = { current: 'x'.repeat(32), accepted: [] };
    const channel = createWebhookChannel({ post: slowPost, database, clock, logger, tokenSecrets, config });
    await publishSignal();
    await test.jobs.runDue(signalAlertQueue);
    const sending = createMessageSender(channel, { database, clock, logger, config })(
      { claimant: 'c0000000-0000-4000-8000-00000000000f' },
      { signal: new AbortController().signal },
    );
    try {
      await expect.poll(() => [accepted.length, waiting], { timeout: 10_000 }).toEqual([1, 20]);
      await publishSignal();
      await test.jobs.runDue(signalAlertQueue);
      await expect.poll(() => accepted.length, { timeout: 10_000 }).toBe(2);
      expect(waiting).toBe(20);
    } finally {
      stuck.resolve();
      await sending;
    }
  }, 60_000);
});

describe('a webhook', () => {
  it('is turned off by 410 with one email, and on again by a test that is accepted', async () => {
    const customer = await signUpCustomer(test);
    await connect(customer);
    await test.deliverEmails();
    control.behavior = 'gone';
    await publishSignal();
    await runAlertJobs(test);
    expect(await listLog(customer)).toMatchObject([{ state: 'canceled', reason: 'webhook_gone' }]);
    expect((await read(customer)).disabled).toBe('gone');
    await sendTest(customer);
    expect(await listSubjects(customer)).toEqual(['Your Tezi webhook was turned off']);
    control.behavior = 'accept';
    sent.length = 0;
    await publishSignal();
    await runAlertJobs(test);
    expect(sent).toEqual([]);
    // An alert that was sent before it was turned off.
    await (await createSender({ isTest: false }))();
    expect((await read(customer)).disabled).toBe('gone');
    await sendTest(customer);
    expect((await read(customer)).disabled).toBe(null);
    await publishSignal();
    await runAlertJobs(test);
    expect(listBodies().at(-1)).toMatchObject({ type: 'signal.published' });
  });

  it('is turned off after ten failures on three days without an acceptance between them', async () => {
    const customer = await signUpCustomer(test);
    await connect(customer);
    await test.deliverEmails();
    const sender = await createSender();
    const fail = async (times: number) => {
      for (let count = 0; count < times; count++) await sender();
      return (await findWebhook(test.database.db, await readUserId()))?.disabled ?? null;
    };
    control.behavior = 'fail';
    expect(await fail(20)).toBe(null);
    // Two outages.
    test.clock.advance(3 * DAY);
    expect(await fail(20)).toBe(null);
    control.behavior = 'accept';
    await sender();
    control.behavior = 'fail';
    expect(await fail(1)).toBe(null);
    test.clock.advance(DAY);
    expect(await fail(7)).toBe(null);
    test.clock.advance(2 * DAY);
    expect(await fail(1)).toBe(null);
    expect(await listSubjects(customer)).toEqual([]);
    expect(await fail(1)).toBe('failing');
    expect(await fail(5)).toBe('failing');
    expect(await listSubjects(customer)).toEqual(['Your Tezi webhook was turned off']);
  });

  it('keeps the longest of its pauses, which a test does not begin', async () => {
    await connect(await signUpCustomer(test));
    const readPause = async () => (await test.database.db.select().from(webhooks))[0]?.pausedUntil;
    await (await createSender({ by: respondWith(503, { 'retry-after': '86400' }) }))();
    expect(await readPause()).toBe(null);
    await (await createSender({ by: respondWith(503, { 'retry-after': '86400' }), isTest: false }))();
    const until = new Date(test.clock.now().getTime() + 15 * MINUTE);
    expect(await readPause()).toEqual(until);
    await (await createSender({ by: respondWith(503), isTest: false }))();
    expect(await readPause()).toEqual(until);
  });

  it('that accepted a message is not sent it again because the result cannot be recorded', async () => {
    await connect(await signUpCustomer(test));
    const sender = await createSender({ isTest: false });
    await test.database.pool.query('alter table webhooks rename to webhooks_elsewhere');
    try {
      expect((await sender()).delivery).toEqual({ state: 'accepted' });
      control.behavior = 'gone';
      expect((await sender()).delivery).toEqual({ state: 'canceled', reason: 'webhook_gone' });
    } finally {
      await test.database.pool.query('alter table webhooks_elsewhere rename to webhooks');
    }
  });

  it('is never called at a private address, after a redirect or on another port, like a host that does not exist', async () => {
    const customer = await signUpCustomer(test);
    await connect(customer);
    const canary = await startFeedServer();
    const resolve = async (host: string) => {
      if (host === 'missing.test') throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
      return [{ address: host === 'inside.test' ? '10.0.0.5' : '127.0.0.1', family: 4 }];
    };
    const guarded = createGuardedPost({ allowLoopback: false, maxConnections: 1, resolve });
    for (const url of [
      'https://missing.test/hook',
      'https://inside.test/hook',
      'https://localhost/hook',
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/hook',
      'https://8.8.8.8:22/',
      canary.url('/hook'),
    ]) {
      const { delivery, result } = await (await createSender({ by: guarded, url }))();
      expect(delivery).toMatchObject({ state: 'retry', reason: 'unreachable' });
      expect(result).toBe('The URL must lead to a server on the public internet, on port 443 or 8443.');
    }
    canary.respond(
      '/hook',
      (_request, response) => void response.writeHead(307, { Location: '/next' }).end(),
    );
    const local = createGuardedPost({ allowLoopback: true, maxConnections: 1 });
    const { delivery } = await (await createSender({ by: local, url: canary.url('/hook') }))();
    expect(delivery).toMatchObject({ state: 'retry', reason: 'rejected' });
    expect(canary.requests.map(({ path }) => path)).toEqual(['/hook']);
    guarded.close();
    local.close();
    await canary.close();
  });

  it('whose secret cannot be decrypted receives nothing, and is not blamed for it', async () => {
    const customer = await signUpCustomer(test);
    await connect(customer);
    await test.database.pool.query("update webhooks set secret = 'damaged'");
    expect((await (await createSender())()).delivery.state).toBe('retry');
    expect(sent).toEqual([]);
    expect((await read(customer)).last).toBe(null);
  });
});

const readUserId = async () => (await test.database.db.select().from(webhooks))[0]?.userId ?? '';

/** Returns a function that sends a message to the only webhook, by default a test. */
async function createSender({ by = post, url = URL_OF_RECEIVER, isTest = true } = {}) {
  const { database, clock, logger, config } = test;
  const tokenSecrets = { current: 'x'.repeat(32), accepted: [] };
  const send = createWebhookSender({ post: by, database, clock, logger, tokenSecrets, config });
  const [row] = await database.db.select().from(webhooks);
  if (!row) throw new Error('no webhook is stored');
  return () => send({ ...row, url }, { ...createTestMessage(systemClock.now(), config.publicUrl), isTest });
}

const respondWith = (status: number, headers: Record<string, string> = {}): GuardedPost =>
  Object.assign(async () => ({ status, headers: new Headers(headers) }), { close: () => {} });

it.each([
  ['0', 5 * SECOND],
  ['1', 5 * SECOND],
  ['60', MINUTE],
  ['999999', 24 * HOUR],
])(
  'waits after a Retry-After of %s as long as the receiver asks, but not less than usual and a day at most',
  async (value, afterMs) => {
    await connect(await signUpCustomer(test));
    const { delivery } = await (await createSender({ by: respondWith(503, { 'retry-after': value }) }))();
    expect(delivery).toEqual({ state: 'retry', afterMs, reason: 'rejected' });
  },
);
