import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signOut } from '#core/contract/accounts/tokens.ts';
import { DAY, HOUR, MINUTE } from '#core/server/platform/clock.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { OutboundError } from '#core/server/platform/outbound/guarded-fetch.ts';
import { createVapid, generateVapidKey } from '#core/server/platform/push/vapid.ts';
import { revokeOtherSessions } from '#features/accounts/contract/sessions.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import {
  changeAlertSettings,
  deletePushSubscription,
  listAlertDeliveries,
  listAlerts,
  markAlertsRead,
  readAlertSettings,
  renewPushSubscription,
  reportShown,
  savePushSubscription,
  sendTestPush,
} from '#features/alerts/contract/endpoints.ts';
import { type AlertKind, describeKind } from '#features/alerts/contract/kinds.ts';
import { dueAlertsQueue } from '#features/alerts/server/alert-jobs.ts';
import { alertDeliveries, alertLanes, pushSubscriptions } from '#features/alerts/server/alerts.tables.ts';
import {
  claimDue,
  nameAttempt,
  releaseClaims,
  releaseEarlierAttempts,
  settle,
} from '#features/alerts/server/delivery/deliveries.queries.ts';
import { listPausedLanes } from '#features/alerts/server/delivery/lanes.queries.ts';
import { queueSending, sendQueues } from '#features/alerts/server/delivery/send-queues.ts';
import { deleteSignal, editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { signalAlertQueue } from '#features/signals/server/signals.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { runAlertJobs } from '#tests/support/alerts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { createBrowser, createPushService } from '#tests/support/push-service.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { unreadPushesQueue } from './pause-unread-pushes.ts';
import { createShownToken } from './shown-token.ts';

const service = createPushService();
const vapid = createVapid({ privateKey: generateVapidKey(), contact: 'mailto:push@tezi.example' });
const test = useTestApp({}, { push: { vapid, post: service.post }, paddle: createFakePaddle() });
/** In the session of a Monday. */
const IN_SESSION = '2026-11-23T06:00:00.000Z';

beforeEach(async () => {
  test.clock.set(IN_SESSION);
  Object.assign(service, { status: 201, headers: {}, maxLength: 4_096 });
  service.received.length = 0;
  service.statuses.clear();
  service.waits.clear();
  await test.database.pool.query('delete from pgboss.job');
  await test.database.pool.query(
    'truncate alert_events, push_subscriptions, alert_lanes, alert_settings cascade',
  );
});

async function subscribe(customer: { access: string }, browser = createBrowser()) {
  const { status, body } = await test.call(
    savePushSubscription,
    { body: browser.keys },
    { token: customer.access },
  );
  expect(status).toBe(200);
  return { ...browser, id: body.id as string };
}

async function publishSignal(overrides = {}) {
  const admin = await signInAdministrator(test);
  return publish(test, admin, { symbol: 'HBL', ...overrides });
}

const listLog = async (token: string) => (await test.call(listAlertDeliveries, {}, { token })).body.results;

it('sends an encrypted message with its use, urgency and topic, and records its acceptance', async () => {
  const customer = await signUpCustomer(test);
  const browser = await subscribe(customer);
  const signal = await publishSignal();
  await runAlertJobs(test);
  expect(service.received.length).toBe(1);
  const [message] = service.received;
  expect(message?.url).toBe(browser.endpoint);
  // Until the end of the session at 15:30 in Karachi.
  expect(message?.headers).toMatchObject({
    Urgency: 'high',
    TTL: String(4.5 * 3600),
    Topic: createHash('sha256').update(`signal-${signal.id}`).digest('base64url').slice(0, 32),
  });
  expect(browser.decrypt(message?.body ?? Buffer.alloc(0))).toMatchObject({
    web_push: 8030,
    notification: {
      title: 'HBL: new intraday signal',
      body: expect.stringContaining('Buy at 471.00 · stop 448.00'),
      tag: `signal-${signal.id}`,
      navigate: `https://tezi.test/signals/${signal.id}`,
      silent: false,
    },
  });
  expect(await listLog(customer.access)).toMatchObject([
    { channel: 'push', state: 'accepted', attempts: 1, accepted_at: IN_SESSION, shown_at: null },
  ]);
});

it('sends each of many devices the message that it can decrypt, and none to those that are signed out', async () => {
  const customers = await Promise.all(Array.from({ length: 7 }, () => signUpCustomer(test)));
  const devices = [];
  for (const customer of customers)
    for (let device = 0; device < 10; device += 1) devices.push(await subscribe(customer));
  const { access = '' } = customers[3] ?? {};
  const { sid } = decodeJwt(access);
  await test.database.pool.query('update sessions set expires_at = $1 where id = $2', [IN_SESSION, sid]);
  await publishSignal();
  await runAlertJobs(test);
  const received = new Map(service.received.map(({ url, body }) => [url, body]));
  const decrypted = devices.map((device) => {
    const body = received.get(device.endpoint);
    return body ? device.decrypt(body).token : null;
  });
  const others = decrypted.filter((token) => token !== null);
  expect(new Set(others).size).toBe(60);
  expect(decrypted.slice(30, 40)).toEqual(Array(10).fill(null));
});

it('replaces an earlier message about the same signal, and none about another one', async () => {
  const admin = await signInAdministrator(test);
  await subscribe(await signUpCustomer(test));
  const { id } = await publish(test, admin, { symbol: 'HBL' });
  await runAlertJobs(test);
  const body = { stop_loss: '460.00', override_reason: 'Test' };
  await test.call(editSignal, { params: { id }, body }, { token: admin.access });
  await runAlertJobs(test);
  await publish(test, admin, { symbol: 'MCB' });
  await runAlertJobs(test);
  const [first, moved, other] = service.received.map(({ headers }) => headers.Topic);
  expect(service.received.length).toBe(3);
  expect(moved).toBe(first);
  expect(other).not.toBe(first);
});

it('leaves a device that is offline at this moment a minute, also right before the end of a session', async () => {
  test.clock.set('2026-11-23T10:29:30.000Z');
  await subscribe(await signUpCustomer(test));
  await publishSignal();
  await runAlertJobs(test);
  expect(service.received.map(({ headers }) => headers.TTL)).toEqual(['60']);
});

it('records when a device shows a message, for the token of the message only', async () => {
  const customer = await signUpCustomer(test);
  const browser = await subscribe(customer);
  await publishSignal();
  await runAlertJobs(test);
  const { token } = browser.decrypt(service.received[0]?.body ?? Buffer.alloc(0)) as { token: string };
  const [id = ''] = token.split('.');
  await test.call(reportShown, { body: { token: `${id}.${'A'.repeat(22)}` } });
  expect((await listLog(customer.access))[0].shown_at).toBe(null);
  expect((await test.call(reportShown, { body: { token } })).status).toBe(204);
  test.clock.advance(5_000);
  await test.call(reportShown, { body: { token } });
  expect((await listLog(customer.access))[0].shown_at).toBe(IN_SESSION);
});

describe('a response of a push service', () => {
  it.each([
    [404, { state: 'canceled', reason: 'device_gone' }, 0],
    [410, { state: 'canceled', reason: 'device_gone' }, 0],
    [400, { state: 'failed', reason: 'rejected' }, 1],
    [403, { state: 'failed', reason: 'rejected' }, 1],
    [413, { state: 'failed', reason: 'rejected' }, 1],
    [503, { state: 'queued', reason: 'unreachable', due_at: '2026-11-23T06:00:05.000Z' }, 1],
  ])('of status %s leads to %j and leaves %s subscriptions', async (status, log, left) => {
    service.status = status;
    const customer = await signUpCustomer(test);
    await subscribe(customer);
    await publishSignal();
    await runAlertJobs(test);
    expect(await listLog(customer.access)).toMatchObject([log]);
    expect(await test.database.db.$count(pushSubscriptions)).toBe(left);
  });

  it('that fails once is followed by another attempt, which is accepted', async () => {
    service.status = 500;
    const customer = await signUpCustomer(test);
    await subscribe(customer);
    await publishSignal();
    await runAlertJobs(test);
    service.status = 201;
    test.clock.advance(6_000);
    await test.database.transaction((tx) => queueSending(tx, 'push'));
    await runAlertJobs(test);
    expect(await listLog(customer.access)).toMatchObject([{ state: 'accepted', attempts: 2, reason: null }]);
  });
});

it('sends the title, the levels and the code alone to a push service to which the message is too long', async () => {
  const customer = await signUpCustomer(test);
  const browser = await subscribe(customer);
  const analyst = { analyst_name: 'Ali Khan', analyst_registration: 'R-1' };
  await publishSignal(analyst);
  await runAlertJobs(test);
  service.maxLength = (service.received.splice(0)[0]?.body.length ?? 0) - 1;
  await publishSignal(analyst);
  await runAlertJobs(test);
  expect(service.received.map(({ body }) => browser.decrypt(body))).toMatchObject([
    { notification: { title: 'HBL: new intraday signal', body: expect.stringContaining('Ali Khan') } },
    {
      notification: {
        title: 'HBL: new intraday signal',
        body: expect.stringMatching(/^Buy at [^\n]*\nCode [0-9A-Z]{4}-[0-9A-Z]{4}$/),
      },
    },
  ]);
  expect((await listLog(customer.access))[0]).toMatchObject({ state: 'accepted', attempts: 1 });
});

const read = async (token: string) => (await test.call(readAlertSettings, {}, { token })).body;
const listPush = async ({ access }: { access: string }) =>
  (await listLog(access)).filter(({ channel }: { channel: string }) => channel === 'push');

const sendDue = () =>
  test.database.transaction((tx) => queueSending(tx, 'push')).then(() => runAlertJobs(test));
const runScheduled = async (queue: typeof dueAlertsQueue) => {
  await test.database.transaction((tx) => enqueue(tx, queue, {}));
  await test.jobs.runDue(queue);
};
const findLanes = async () => {
  await runScheduled(dueAlertsQueue);
  return test.database.db.select().from(alertLanes);
};
const listPaused = () => listPausedLanes(test.database.db, 'push', test.clock.now());

/** Subscribes so many customers at a service. */
async function subscribeMany(origin: string, count: number) {
  const subscribed = [];
  for (let index = 0; index < count; index += 1) {
    const customer = await signUpCustomer(test);
    subscribed.push({ customer, ...(await subscribe(customer, createBrowser(`${origin}/${index}`))) });
  }
  return subscribed;
}

/** Subscribes customers at a service whose messages it has accepted. */
async function establish(origin: string, count: number) {
  const subscribed = await subscribeMany(origin, count);
  await publishSignal();
  await runAlertJobs(test);
  expect(await findLanes()).toMatchObject([{ lane: origin, customers: count }]);
  service.received.length = 0;
  return subscribed;
}

const PUSH = 'https://service.example';

describe('a push service', () => {
  it('has a lane of its own once it has accepted messages of two customers', async () => {
    await subscribeMany('https://one.example', 1);
    await subscribeMany(PUSH, 3);
    await publishSignal();
    await runAlertJobs(test);
    expect(await findLanes()).toMatchObject([
      { channel: 'push', lane: PUSH, customers: 3, pausedUntil: null },
    ]);
    await publishSignal({ symbol: 'MCB' });
    await runAlertJobs(test);
    const rows = await test.database.db.select().from(alertDeliveries).orderBy(alertDeliveries.id);
    expect(rows.map(({ lane }) => lane).toSorted()).toEqual(['', '', '', '', '', PUSH, PUSH, PUSH]);
  });

  it('is not paused because it rejects subscriptions that never accepted a message', async () => {
    await establish(PUSH, 6);
    const attackers = await subscribeMany(`${PUSH}/attack`, 6);
    for (const { endpoint } of attackers) service.statuses.set(endpoint, 403);
    const errors = vi.spyOn(test.logger, 'error');
    await publishSignal({ symbol: 'MCB' });
    await runAlertJobs(test);
    expect(await listPaused()).toEqual([]);
    expect(errors).not.toHaveBeenCalled();
    expect((await listPush(attackers[0]?.customer ?? { access: '' }))[0]).toMatchObject({
      state: 'failed',
      reason: 'rejected',
    });
    const rows = await test.database.db.select().from(alertDeliveries);
    expect(rows.filter(({ state }) => state === 'accepted').length).toBe(12);
    errors.mockRestore();
  });

  it.each([401, 307, 413])('that responds %s causes one log line an hour and no error', async (status) => {
    await establish(PUSH, 3);
    service.status = status;
    const errors = vi.spyOn(test.logger, 'error');
    const warnings = vi.spyOn(test.logger, 'warn');
    for (const symbol of ['MCB', 'UBL', 'FFC']) {
      test.clock.advance(5 * MINUTE);
      await publishSignal({ symbol });
      await runAlertJobs(test);
    }
    expect(service.received.length).toBeGreaterThan(3);
    expect(errors).not.toHaveBeenCalled();
    const lines = warnings.mock.calls.filter(([, text]) =>
      String(text).startsWith('a push service rejected'),
    );
    expect(lines.length).toBe(1);
    errors.mockRestore();
    warnings.mockRestore();
  });

  it('is paused when it rejects several customers whose messages it accepted before, and no attempt is spent', async () => {
    const [first, ...others] = await establish(PUSH, 6);
    service.status = 403;
    for (const { endpoint } of others.slice(1)) service.statuses.set(endpoint, 201);
    await publishSignal({ symbol: 'MCB' });
    await runAlertJobs(test);
    expect(await listPaused()).toEqual([]);
    service.statuses.clear();
    await publishSignal({ symbol: 'UBL' });
    const warnings = vi.spyOn(test.logger, 'warn');
    test.clock.advance(5 * MINUTE);
    await runAlertJobs(test);
    const reported = warnings.mock.calls.filter(([, message]) => message?.includes('PUSH_VAPID_PRIVATE_KEY'));
    expect(reported.length).toBe(1);
    warnings.mockRestore();
    expect(await listPaused()).toMatchObject([{ lane: PUSH, reason: 'rejected' }]);
    service.status = 201;
    service.received.length = 0;
    await sendDue();
    expect(service.received).toEqual([]);
    test.clock.advance(5 * MINUTE);
    await sendDue();
    const log = await listPush(await signInAgain(first?.customer));
    expect(log.map(({ state }: { state: string }) => state)).toEqual(['accepted', 'accepted', 'accepted']);
  });

  it('that accepts no more loses no alert, and other services are not delayed', async () => {
    await establish(PUSH, 6);
    const other = await subscribeMany('https://other.example', 1);
    service.status = 429;
    service.headers = { 'Retry-After': '50' };
    service.statuses.set(other[0]?.endpoint ?? '', 201);
    await publishSignal({ symbol: 'MCB' });
    await runAlertJobs(test);
    expect(await listPaused()).toMatchObject([{ lane: PUSH, reason: 'limited' }]);
    const { rows: jobs } = await test.database.pool.query(
      "select ceil(extract(epoch from start_after - created_on))::int as seconds from pgboss.job where name = $1 and state = 'created'",
      [sendQueues.push.name],
    );
    expect(jobs).toEqual([{ seconds: 50 }]);
    for (let minute = 0; minute < 45; minute += 1) {
      test.clock.advance(MINUTE);
      await sendDue();
    }
    service.status = 201;
    test.clock.advance(MINUTE);
    await sendDue();
    const rows = await test.database.db.select().from(alertDeliveries);
    expect(rows.map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(Array(13).fill('accepted 1'));
  });

  it('that accepts no message of a subscription that accepted before loses none, also without a lane', async () => {
    const [only] = await subscribeMany(PUSH, 1);
    await publishSignal();
    await runAlertJobs(test);
    Object.assign(service, { status: 429, headers: { 'Retry-After': '7' } });
    await publishSignal({ symbol: 'MCB' });
    await runAlertJobs(test);
    const [log] = await listPush(only?.customer ?? { access: '' });
    expect(log).toMatchObject({ state: 'queued', attempts: 0, due_at: '2026-11-23T06:00:07.000Z' });
  });

  it('that never accepted a message and responds with 429 has six attempts', async () => {
    const [only] = await subscribeMany(PUSH, 1);
    Object.assign(service, { status: 429, headers: { 'Retry-After': '7' } });
    await publishSignal();
    await runAlertJobs(test);
    for (let attempt = 1; attempt < 6; attempt += 1) {
      test.clock.advance(7_000);
      await sendDue();
    }
    expect(await listPush(only?.customer ?? { access: '' })).toMatchObject([
      { state: 'failed', attempts: 6 },
    ]);
  });
});

const signInAgain = async (customer: Awaited<ReturnType<typeof signUpCustomer>> | undefined) => {
  if (!customer) throw new Error('there is no customer');
  return { access: (await test.call(signIn, { body: customer })).body.tokens.access as string };
};

describe('a subscription whose service does not respond', () => {
  function hang(endpoint: string): void {
    const failed = Promise.reject(
      new OutboundError('too_slow', 'The response did not arrive within 10 seconds.'),
    );
    failed.catch(() => {});
    service.waits.set(endpoint, failed);
  }
  const PAUSES = [5_000, 10 * MINUTE, HOUR, 6 * HOUR, DAY];

  it('is paused after the second time, for longer each time, and then removed with the reason', async () => {
    const customer = await signUpCustomer(test);
    const { endpoint } = await subscribe(customer);
    hang(endpoint);
    const requests: number[] = [];
    let last = 0;
    for (const pauseMs of [0, ...PAUSES]) {
      test.clock.advance(pauseMs);
      // The intraday signal before has expired by then.
      const { id } = await publishSignal({ symbol: 'HBL' });
      await test.database.pool.query(
        "update alert_events set expires_at = $1 where subject->>'signalId' = $2",
        [new Date(test.clock.now().getTime() + 2 * DAY), id],
      );
      await runAlertJobs(test);
      await sendDue();
      requests.push(service.received.length - last);
      last = service.received.length;
      if (pauseMs === 6 * HOUR) expect(await test.database.db.$count(pushSubscriptions)).toBe(1);
    }
    expect(requests.every((count) => count >= 1 && count <= 3)).toBe(true);
    expect(await test.database.db.$count(pushSubscriptions)).toBe(0);
    const rows = await test.database.db.select().from(alertDeliveries);
    expect(rows.map(({ reason }) => reason)).toContain('device_silent');
  });

  it('recovers with the first message that is accepted', async () => {
    const customer = await signUpCustomer(test);
    const { endpoint } = await subscribe(customer);
    hang(endpoint);
    await publishSignal();
    await runAlertJobs(test);
    service.waits.clear();
    test.clock.advance(5_000);
    await sendDue();
    expect(await test.database.db.select().from(pushSubscriptions)).toMatchObject([
      { failures: 0, pausedUntil: null, acceptedAt: test.clock.now() },
    ]);
  });

  it('is not to blame when its service responds to no one', async () => {
    const all = await establish(PUSH, 6);
    for (const { endpoint } of all) hang(endpoint);
    for (let count = 0; count < 8; count += 1) {
      test.clock.advance(10 * MINUTE);
      await publishSignal({ symbol: 'MCB' });
      await runAlertJobs(test);
    }
    const rows = await test.database.db.select().from(pushSubscriptions);
    expect(rows.map(({ failures }) => failures)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await listPaused()).toMatchObject([{ reason: 'unreachable' }]);
  });

  it('has accepted nothing after it was renewed', async () => {
    const { endpoint, keys } = await subscribe(await signUpCustomer(test));
    await publishSignal();
    await runAlertJobs(test);
    const renewed = createBrowser();
    const body = { ...renewed.keys, previous_endpoint: endpoint, previous_auth: keys.auth };
    await test.call(renewPushSubscription, { body });
    expect(await test.database.db.select().from(pushSubscriptions)).toMatchObject([{ acceptedAt: null }]);
  });
});

describe('push messages that a customer does not look at', () => {
  /** Records that alerts were accepted by the customer's device. */
  async function sendUnread(count: number, kind: AlertKind = 'company_news') {
    const [device] = await test.database.db.select().from(pushSubscriptions);
    if (!device) throw new Error('there is no device');
    const now = test.clock.now();
    const { rows } = await test.database.pool.query<{ id: string }>(
      `insert into alert_events (key, kind, subject, audience, occurred_at, expires_at)
       select gen_random_uuid()::text, $1, '{"signalId": null}', 'everyone', $2, $2 from generate_series(1, $3::int) returning id`,
      [kind, now, count],
    );
    await test.database.pool.query(
      `insert into alert_deliveries (event_id, user_id, channel, target, state, is_silent, due_at, accepted_at, priority)
       select unnest($1::bigint[]), $2, 'push', $3, 'accepted', false, $4, $4, $5`,
      [rows.map(({ id }) => id), device.userId, device.id, now, describeKind(kind).priority],
    );
  }
  const check = () => runScheduled(unreadPushesQueue);
  const readSettings = async (token: string) => (await test.call(readAlertSettings, {}, { token })).body;
  const MISSED = 30;

  async function startMissing() {
    const customer = await signUpCustomer(test);
    await subscribe(customer);
    test.clock.advance(MINUTE);
    return customer;
  }

  it('are paused after 30 of them, except urgent ones, and the customer is notified', async () => {
    const customer = await startMissing();
    await sendUnread(MISSED - 1);
    await sendUnread(5, 'stop_hit');
    await check();
    expect((await readSettings(customer.access)).push_paused_at).toBe(null);
    await sendUnread(1);
    await check();
    expect((await readSettings(customer.access)).push_paused_at).toBe('2026-11-23T06:01:00.000Z');
    const { body } = await test.call(listAlerts, { query: {} }, { token: customer.access });
    expect(body.results[0]).toMatchObject({ kind: 'push_paused', title: 'Push messages are paused' });
    await check();
    expect((await test.call(listAlerts, { query: {} }, { token: customer.access })).body.unread).toBe(1);

    const signal = await publishSignal();
    await runAlertJobs(test);
    expect(service.received).toEqual([]);
    expect((await listPush(customer))[0]).toMatchObject({ state: 'canceled', reason: 'push_unread' });
    const admin = await signInAdministrator(test);
    await test.call(
      editSignal,
      { params: { id: signal.id }, body: { stop_loss: '450.00' } },
      { token: admin.access },
    );
    await runAlertJobs(test);
    expect(service.received.length).toBe(1);
  });

  it.each([
    [
      'opens one',
      (_token: string, shown: string) => test.call(reportShown, { body: { token: shown, is_opened: true } }),
    ],
    ['reads the inbox', (token: string) => test.call(markAlertsRead, { body: { ids: [] } }, { token })],
    [
      'resumes them',
      (token: string) => test.call(changeAlertSettings, { body: { push_paused_at: null } }, { token }),
    ],
  ])('are sent again when the customer %s', async (_action, act) => {
    const customer = await startMissing();
    await sendUnread(MISSED);
    await check();
    expect((await readSettings(customer.access)).push_paused_at).not.toBe(null);
    const [delivery] = await test.database.db.select().from(alertDeliveries);
    const shown = createShownToken(delivery?.id ?? 0, { current: 'x'.repeat(32), accepted: [] });
    test.clock.advance(1_000);
    expect((await act(customer.access, shown)).status).toBeLessThan(300);
    expect((await readSettings(customer.access)).push_paused_at).toBe(null);
    await check();
    expect((await readSettings(customer.access)).push_paused_at).toBe(null);
    await publishSignal();
    await runAlertJobs(test);
    expect(service.received.length).toBe(1);
  });

  it('are sent again after a visit', async () => {
    const customer = await startMissing();
    await sendUnread(MISSED);
    await check();
    expect((await readSettings(customer.access)).push_paused_at).not.toBe(null);
    test.clock.advance(MINUTE);
    await test.database.pool.query('update sessions set last_seen_at = $1', [test.clock.now()]);
    await check();
    expect((await readSettings(customer.access)).push_paused_at).toBe(null);
  });

  it('do not count when they were only shown on a device of someone who visits', async () => {
    const customer = await startMissing();
    await sendUnread(MISSED);
    test.clock.advance(MINUTE);
    await test.database.pool.query('update sessions set last_seen_at = $1', [test.clock.now()]);
    await check();
    expect((await readSettings(customer.access)).push_paused_at).toBe(null);
  });
});

it('sends to others while the messages of a customer wait for a slow device', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = await signUpCustomer(test);
  const quick = await signUpCustomer(test);
  const stuck = createBrowser();
  service.waits.set(stuck.endpoint, promise);
  await subscribe(slow, stuck);
  const { endpoint } = await subscribe(quick);
  for (let index = 0; index < 12; index += 1) await publishSignal();
  const running = runAlertJobs(test);
  try {
    await vi.waitFor(() => expect(service.received.filter(({ url }) => url === endpoint).length).toBe(12), {
      timeout: 20_000,
    });
    expect(service.received.filter(({ url }) => url === stuck.endpoint).length).toBe(2);
  } finally {
    resolve();
    await running;
  }
});

it('does not settle or release with an interrupted attempt what its successor has claimed', async () => {
  const customer = await signUpCustomer(test);
  await subscribe(customer);
  await publishSignal();
  await test.jobs.runDue(signalAlertQueue);
  const { db } = test.database;
  const claim = (claimant: string) =>
    claimDue(db, { channel: 'push', lane: '', claimant, limit: 10, without: [], now: test.clock.now() });
  const [interrupted, successor] = [nameAttempt('job'), nameAttempt('job')];
  const [delivery] = await claim(interrupted);
  await releaseEarlierAttempts(db, 'job');
  expect((await claim(successor)).length).toBe(1);
  await settle(db, [{ id: delivery?.id ?? 0, state: 'failed' }], interrupted);
  await releaseClaims(db, interrupted);
  expect(await db.select().from(alertDeliveries)).toMatchObject([
    { state: 'claimed', claimedBy: successor, attempts: 0 },
  ]);
});

it('takes over the claims of a job that was interrupted', async () => {
  const customer = await signUpCustomer(test);
  await subscribe(customer);
  await publishSignal();
  // The job claimed the message and was killed before it sent it.
  await test.jobs.runDue(signalAlertQueue);
  await test.database.pool.query('delete from pgboss.job');
  const claimant = '5b0ba1f2-68d5-4d0b-94f8-0a7f38f6f7aa';
  await test.database.db.update(alertDeliveries).set({ state: 'claimed', claimedBy: claimant, attempts: 1 });
  await test.database.transaction((tx) => enqueue(tx, sendQueues.push, { claimant }));
  await runAlertJobs(test);
  expect(service.received.length).toBe(1);
  expect(await listLog(customer.access)).toMatchObject([{ state: 'accepted', attempts: 2 }]);
});

describe('a premium signal', () => {
  const LEVELS = /471|448|495|518|540/;

  it('reaches the device of a subscriber, and none of a customer without access', async () => {
    const subscriber = await signUpSubscriber(test);
    const browser = await subscribe(subscriber);
    await subscribe(await signUpCustomer(test));
    await publishSignal({ signal_type: 'swing', horizon_days: 20 });
    await runAlertJobs(test);
    expect(service.received.map(({ url }) => url)).toEqual([browser.endpoint]);
    expect(JSON.stringify(browser.decrypt(service.received[0]?.body ?? Buffer.alloc(0)))).toMatch(LEVELS);
  });

  it('that was deleted is locked in the inbox of a customer whose access ended', async () => {
    const subscriber = await signUpSubscriber(test);
    const admin = await signInAdministrator(test);
    const signal = { symbol: 'HBL', signal_type: 'swing', horizon_days: 20 };
    const { id } = await publish(test, admin, signal as Parameters<typeof publish>[2]);
    await runAlertJobs(test);
    await subscriber.sendUpdate({ status: 'canceled', scheduled_change: null });
    await test.call(deleteSignal, { params: { id } }, { token: admin.access });
    const { body } = await test.call(listAlerts, { query: {} }, { token: subscriber.access });
    expect(body.results).toMatchObject([
      { lines: ['It is part of the premium plans, which your account does not have now.'] },
    ]);
  });

  it('is not sent after the access ended while the message waited', async () => {
    const subscriber = await signUpSubscriber(test);
    await subscribe(subscriber);
    await publishSignal({ signal_type: 'swing', horizon_days: 20 });
    await test.jobs.runDue(signalAlertQueue);
    await subscriber.sendUpdate({ status: 'canceled', scheduled_change: null });
    await runAlertJobs(test);
    expect(service.received).toEqual([]);
    expect(await listLog(subscriber.access)).toMatchObject([{ state: 'canceled', reason: 'not_entitled' }]);
  });
});

describe('a device', () => {
  it('is listed, can be tested and removed by its customer alone', async () => {
    const customer = await signUpCustomer(test);
    const other = await signUpCustomer(test);
    const { id } = await subscribe(customer);
    expect(await read(customer.access)).toMatchObject({ push_key: vapid.publicKey, devices: [{ id }] });
    expect((await read(other.access)).devices).toEqual([]);
    const params = { id };
    expect((await test.call(sendTestPush, { params }, { token: other.access })).status).toBe(404);
    expect((await test.call(deletePushSubscription, { params }, { token: other.access })).status).toBe(404);
    expect((await test.call(sendTestPush, { params }, { token: customer.access })).status).toBe(200);
    expect(service.received.length).toBe(1);
    expect((await test.call(deletePushSubscription, { params }, { token: customer.access })).status).toBe(
      204,
    );
    expect((await read(customer.access)).devices).toEqual([]);
  });

  it('belongs to the customer who subscribed it last', async () => {
    const first = await signUpCustomer(test);
    const second = await signUpCustomer(test);
    const browser = await subscribe(first);
    await subscribe(second, browser);
    await publishSignal();
    await runAlertJobs(test);
    expect([(await listLog(first.access)).length, (await listLog(second.access)).length]).toEqual([0, 1]);
  });

  it('is not taken over by another customer who knows its endpoint without its secret', async () => {
    const victim = await signUpCustomer(test);
    const attacker = await signUpCustomer(test);
    const { endpoint, keys } = await subscribe(victim);
    const save = (customer: { access: string }, body: typeof keys) =>
      test.call(savePushSubscription, { body }, { token: customer.access });
    const forged = await save(attacker, { ...createBrowser().keys, endpoint });
    expect([forged.status, forged.body]).toEqual([
      400,
      { endpoint: [expect.stringContaining('Another account')] },
    ]);
    expect(await test.database.db.select().from(pushSubscriptions)).toMatchObject([keys]);
    expect((await read(attacker.access)).devices).toEqual([]);
    expect((await save(victim, { ...createBrowser().keys, endpoint })).status).toBe(200);
  });

  it('is one of at most ten of a customer, also when they are stored at the same time', async () => {
    const customer = await signUpCustomer(test);
    await Promise.all(Array.from({ length: 25 }, () => subscribe(customer)));
    expect((await read(customer.access)).devices.length).toBe(10);
    const last = await subscribe(customer);
    const { devices } = await read(customer.access);
    expect(devices.length).toBe(10);
    expect(devices.map(({ id }: { id: string }) => id)).toContain(last.id);
  });

  it.each(['url_rejected', 'scheme_rejected', 'unresolved', 'unreachable'] as const)(
    'has the same result when its host is on a private network as when there is none: %s',
    async (code) => {
      const customer = await signUpCustomer(test);
      const { endpoint, id } = await subscribe(customer);
      const failed = Promise.reject(new OutboundError(code, 'The URL resolves to a private network.'));
      failed.catch(() => {});
      service.waits.set(endpoint, failed);
      await publishSignal();
      await runAlertJobs(test);
      const { status, body } = await test.call(sendTestPush, { params: { id } }, { token: customer.access });
      expect([status, body]).toEqual([
        409,
        { detail: 'The push service did not accept the message. Try again later.' },
      ]);
      expect(await listPush(customer)).toMatchObject([
        { state: 'queued', reason: 'unreachable', attempts: 1 },
      ]);
      expect((await read(customer.access)).devices.length).toBe(1);
    },
  );

  it('receives nothing after its sign-out', async () => {
    const { email, password, access } = await signUpCustomer(test);
    const phone = (await test.call(signIn, { body: { email, password } })).body.tokens;
    await subscribe({ access: phone.access });
    await publishSignal();
    await test.jobs.runDue(signalAlertQueue);
    await test.call(signOut, { body: { refresh_token: phone.refresh } });
    expect(await test.database.db.$count(pushSubscriptions)).toBe(0);
    await runAlertJobs(test);
    expect(service.received).toEqual([]);
    expect(await listPush({ access })).toMatchObject([{ state: 'canceled', reason: 'device_gone' }]);
    await test.call(revokeOtherSessions, { body: { current_password: password } }, { token: access });
  });

  it('moves to the endpoint that its browser reports, which must know the one before', async () => {
    const customer = await signUpCustomer(test);
    const { endpoint, keys } = await subscribe(customer);
    const renewed = createBrowser();
    const report = (previous: string, auth = keys.auth) =>
      test.call(renewPushSubscription, {
        body: { ...renewed.keys, previous_endpoint: previous, previous_auth: auth },
      });
    await report('https://push.example/guess');
    await report(endpoint, renewed.keys.auth);
    await publishSignal();
    await runAlertJobs(test);
    expect((await report(endpoint)).status).toBe(204);
    await publishSignal({ symbol: 'MCB' });
    await runAlertJobs(test);
    expect(service.received.map(({ url }) => url)).toEqual([endpoint, renewed.endpoint]);
  });

  it('remains when its browser reports the same endpoint again', async () => {
    const { keys } = await subscribe(await signUpCustomer(test));
    const body = { ...keys, previous_endpoint: keys.endpoint, previous_auth: keys.auth };
    expect((await test.call(renewPushSubscription, { body })).status).toBe(204);
    expect(await test.database.db.$count(pushSubscriptions)).toBe(1);
  });

  it('does not replace the device of another customer by a renewal', async () => {
    const victim = await subscribe(await signUpCustomer(test));
    const { keys, endpoint } = await subscribe(await signUpCustomer(test));
    const body = {
      ...keys,
      endpoint: victim.endpoint,
      previous_endpoint: endpoint,
      previous_auth: keys.auth,
    };
    await test.call(renewPushSubscription, { body });
    const rows = await test.database.db.select().from(pushSubscriptions);
    expect(rows.map((row) => row.endpoint).sort()).toEqual([victim.endpoint, endpoint].sort());
  });

  it.each([
    ['expired', 'update sessions set expires_at = $1'],
    ['was not used for 14 days', "update sessions set last_seen_at = $1::timestamptz - interval '14 days'"],
    ['was deleted', 'delete from sessions where created_at <= $1'],
  ])('receives nothing after its session %s', async (_end, statement) => {
    await subscribe(await signUpCustomer(test));
    await publishSignal();
    await test.jobs.runDue(signalAlertQueue);
    await test.database.pool.query(statement, [IN_SESSION]);
    await runAlertJobs(test);
    expect(service.received).toEqual([]);
    expect(await test.database.db.$count(pushSubscriptions)).toBe(0);
  });

  it('is rejected with keys or an endpoint that cannot be', async () => {
    const { access: token } = await signUpCustomer(test);
    const { keys } = createBrowser();
    for (const changes of [
      { p256dh: `B${'A'.repeat(86)}` },
      { auth: 'x' },
      { endpoint: 'ftp://push.example/x' },
      { endpoint: 'https://user:secret@push.example/x' },
      { endpoint: 'http://push.example/x' },
      { endpoint: 'https://push.example:22/x' },
      { endpoint: 'https://[::1]/x' },
      { endpoint: 'https://[::ffff:7f00:1]/x' },
      { endpoint: 'https://2130706433/x' },
      { endpoint: 'https://10.0.0.1/x' },
      { endpoint: 'https://localhost./x' },
      { endpoint: 'https://tezi.test./x' },
      { endpoint: 'https://TEZI.test:8443/x' },
    ])
      expect(
        (await test.call(savePushSubscription, { body: { ...keys, ...changes } }, { token })).status,
      ).toBe(400);
  });
});
