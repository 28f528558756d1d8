import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#core/server/platform/clock.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { deleteAccount, exportAccount } from '#features/accounts/contract/account-data.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import {
  changeAlertSettings,
  countUnreadAlerts,
  type InboxAlert,
  listAlertDeliveries,
  listAlerts,
  markAlertsRead,
  readAlertSettings,
} from '#features/alerts/contract/endpoints.ts';
import { deleteSignal, editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { signalAlertQueue } from '#features/signals/server/signals.ts';
import { insertOutcomes } from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { runAlertJobs } from '#tests/support/alerts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { dueAlertsQueue, removeOldAlerts } from './alert-jobs.ts';
import { alertArrivals, alertDeliveries, alertEvents, alertInbox } from './alerts.tables.ts';
import { countArrivals } from './arrivals/arrival-times.ts';

const test = useTestApp({ LIMIT_SIGN_UP_ADDRESS: '1000/1h' }, { paddle: createFakePaddle() });
/** In the session of a Monday. */
const IN_SESSION = '2026-11-23T06:00:00.000Z';

type Customer = { access: string };

/** Alerts are sent to verified addresses only. */
async function signUpVerified() {
  const customer = await signUpCustomer(test);
  await test.database.pool.query('update users set email_verified_at = now() where email = $1', [
    customer.email,
  ]);
  return customer;
}

const list = async ({ access: token }: Customer, query = {}): Promise<InboxAlert[]> => {
  const { status, body } = await test.call(listAlerts, { query }, { token });
  expect(status).toBe(200);
  return body.results;
};
const listLog = async ({ access: token }: Customer) =>
  (await test.call(listAlertDeliveries, {}, { token })).body.results;
const change = (
  { access: token }: Customer,
  body: Parameters<typeof test.call<typeof changeAlertSettings>>[1]['body'],
) => test.call(changeAlertSettings, { body }, { token });

beforeEach(async () => {
  test.clock.set(IN_SESSION);
  await test.database.pool.query('delete from pgboss.job');
  await test.database.pool.query('truncate alert_events cascade');
});

describe('the inbox', () => {
  it('has a new intraday signal of every customer, with levels, analyst and a link', async () => {
    const admin = await signInAdministrator(test);
    const customer = await signUpVerified();
    const signal = await publish(test, admin, {
      symbol: 'HBL',
      analyst_name: 'Ali Khan',
      analyst_registration: 'R-1',
    });
    await runAlertJobs(test);
    const [alert, ...others] = await list(customer);
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      kind: 'signal_intraday',
      title: 'HBL: new intraday signal',
      lines: [
        'Buy at 471.00 · stop 448.00 · TP1 495.00 · TP2 518.00 · TP3 540.00',
        'Analyst Ali Khan, registration R-1',
        expect.stringMatching(/^Code [0-9A-Z]{4}-[0-9A-Z]{4}$/),
      ],
      path: `/signals/${signal.id}`,
      occurred_at: IN_SESSION,
      is_read: false,
    });
  });

  it('and the log of deliveries have alerts of kinds and channels that only the next release knows', async () => {
    const customer = await signUpVerified();
    const { rows } = await test.database.pool.query(
      `with event as (
         insert into alert_events (key, kind, subject, audience, occurred_at, expires_at)
         values ('card:1', 'card_expiring', '{}', 'user', now(), now()) returning id
       ), receiver as (
         select users.id as user_id, event.id as event_id from event, users where email = $1
       ), entry as (
         insert into alert_inbox (user_id, event_id, reason, is_silent) select user_id, event_id, 'account', false from receiver
       )
       insert into alert_deliveries (event_id, user_id, channel, target, state, is_silent, due_at)
       select event_id, user_id, 'whatsapp', 'x', 'snoozed', false, now() from receiver returning event_id`,
      [customer.email],
    );
    expect(rows).toHaveLength(1);
    expect(await list(customer)).toMatchObject([{ kind: 'card_expiring', title: 'News about your account' }]);
    expect(await listLog(customer)).toMatchObject([
      { kind: 'card_expiring', channel: 'whatsapp', state: 'snoozed' },
    ]);
  });

  it('has a moved stop and a closing of the same signal, newest first', async () => {
    const admin = await signInAdministrator(test);
    const customer = await signUpVerified();
    const { id } = await publish(test, admin, { symbol: 'HBL' });
    const edit = (body: object) => test.call(editSignal, { params: { id }, body }, { token: admin.access });
    await edit({ stop_loss: '460.00', override_reason: 'Test' });
    await edit({ call_status: 'closed', override_reason: 'Test' });
    await runAlertJobs(test);
    expect((await list(customer)).map(({ title }) => title)).toEqual([
      'HBL: closed by the analyst',
      'HBL: stop loss moved',
      'HBL: new intraday signal',
    ]);
  });

  it('counts what is unread, and marks some or all as read', async () => {
    const admin = await signInAdministrator(test);
    const customer = await signUpVerified();
    const other = await signUpVerified();
    for (const symbol of ['HBL', 'MCB', 'UBL']) await publish(test, admin, { symbol });
    await runAlertJobs(test);
    const token = customer.access;
    const count = async (who = token) => (await test.call(countUnreadAlerts, {}, { token: who })).body.unread;
    expect(await count()).toBe(3);
    const [newest] = await list(customer);
    const marked = await test.call(markAlertsRead, { body: { ids: [newest?.id ?? 0] } }, { token });
    expect(marked.body).toEqual({ unread: 2 });
    expect((await list(customer)).map(({ is_read }) => is_read)).toEqual([true, false, false]);
    const oldest = (await list(customer)).at(-1)?.id ?? 0;
    await test.call(markAlertsRead, { body: { ids: [], until: oldest } }, { token });
    expect(await count()).toBe(1);
    await test.call(markAlertsRead, { body: { ids: [] } }, { token });
    expect([await count(), await count(other.access)]).toEqual([0, 3]);
  });

  it('is filtered by group and continued in pages', async () => {
    const admin = await signInAdministrator(test);
    const customer = await signUpVerified();
    for (let index = 0; index < 32; index += 1) await publish(test, admin, { symbol: 'HBL' });
    await runAlertJobs(test);
    const first = await test.call(listAlerts, { query: {} }, { token: customer.access });
    expect([first.body.results.length, first.body.has_more]).toEqual([30, true]);
    const rest = await list(customer, { before: String(first.body.results.at(-1).id) });
    expect(rest.length).toBe(2);
    expect(await list(customer, { group: 'account' })).toEqual([]);
  });

  it('does not count silent alerts, and lacks those that are turned off', async () => {
    const admin = await signInAdministrator(test);
    const customer = await signUpVerified();
    const preference = { kind: 'signal_intraday', channel: 'inbox' } as const;
    await change(customer, { preferences: [{ ...preference, mode: 'silent' }] });
    await publish(test, admin, { symbol: 'HBL' });
    await runAlertJobs(test);
    await change(customer, { preferences: [{ ...preference, mode: 'off' }] });
    await publish(test, admin, { symbol: 'MCB' });
    await runAlertJobs(test);
    const { body } = await test.call(listAlerts, { query: {} }, { token: customer.access });
    expect([body.unread, body.results.map(({ title }: InboxAlert) => title)]).toEqual([
      0,
      ['HBL: new intraday signal'],
    ]);
  });

  it('is closed to visitors and administrators', async () => {
    const admin = await signInAdministrator(test);
    expect((await test.call(listAlerts, { query: {} })).status).toBe(401);
    expect((await test.call(listAlerts, { query: {} }, { token: admin.access })).status).toBe(403);
  });
});

describe('a premium signal', () => {
  const LEVELS = /471|448|495|518|540|LUCK/;
  const publishSwing = async () => {
    const admin = await signInAdministrator(test);
    return publish(test, admin, { signal_type: 'swing', horizon_days: 20 });
  };

  it('alerts subscribers only, without a hint to others', async () => {
    const subscriber = await signUpSubscriber(test);
    const customer = await signUpVerified();
    await change(customer, { email: 'at_once' });
    await publishSwing();
    await runAlertJobs(test);
    expect(await list(customer)).toEqual([]);
    expect(await listLog(customer)).toEqual([]);
    expect((await list(subscriber))[0]).toMatchObject({
      kind: 'signal_swing',
      title: 'LUCK: new swing signal',
    });
    const emails = await test.deliverEmails();
    expect(emails.filter(({ to }) => to === customer.email && LEVELS.test(JSON.stringify(emails)))).toEqual(
      [],
    );
  });

  it('shows no level in the inbox after the access has ended', async () => {
    const subscriber = await signUpSubscriber(test);
    await publishSwing();
    await runAlertJobs(test);
    await subscriber.sendUpdate({ status: 'canceled', scheduled_change: null });
    const { body } = await test.call(listAlerts, { query: {} }, { token: subscriber.access });
    expect(body.results.length).toBe(1);
    expect(body.results[0].title).toBe('An alert about a swing signal');
    expect(JSON.stringify(body)).not.toMatch(LEVELS);
  });

  it('asks a subscriber who has not accepted the risk statement to accept it', async () => {
    const subscriber = await signUpSubscriber(test);
    await publishSwing();
    await runAlertJobs(test);
    await test.database.pool.query('delete from risk_acceptances');
    const [alert] = await list(subscriber);
    expect(alert).toMatchObject({
      title: 'An alert about a swing signal',
      lines: [expect.stringContaining('Please read and accept the risk statement')],
      path: '/signals/swing',
    });
    expect(JSON.stringify(alert)).not.toMatch(LEVELS);
  });

  it('is not sent to a customer whose access ends while it waits', async () => {
    const subscriber = await signUpSubscriber(test);
    await test.database.pool.query('update users set email_verified_at = now()');
    await change(subscriber, { email: 'at_once' });
    await test.deliverEmails();
    await publishSwing();
    await runAlertJobs(test);
    await subscriber.sendUpdate({ status: 'canceled', scheduled_change: null });
    const emails = await test.deliverEmails();
    expect(JSON.stringify(emails)).not.toMatch(LEVELS);
    expect(await listLog(subscriber)).toMatchObject([{ state: 'canceled', reason: 'not_entitled' }]);
  });
});

describe('a signal that is voided', () => {
  const REASON = 'Published with the wrong stop loss.';
  /** A void in session may remove the signal from the figures, so it cannot be withdrawn. */
  const BEFORE_THE_OPEN = '2026-11-24T03:45:00.000Z';
  const voidIt = (admin: Customer, id: string, kind: 'void' | 'withdraw' = 'void') =>
    test.call(decideOutcome, { params: { id }, body: { kind, reason: REASON } }, { token: admin.access });
  const listKinds = async (customer: Customer) => (await list(customer)).map(({ kind }) => kind);

  /** Publishes a signal, alerts of it, then replaces it by another one. */
  async function replaceBy(from: object, to: object) {
    const admin = await signInAdministrator(test);
    const old = await publish(test, admin, from);
    await runAlertJobs(test);
    const replaces = { signal_id: old.id, reason: REASON };
    const replacement = await publish(test, admin, { ...to, replaces });
    await runAlertJobs(test);
    return { admin, old, replacement };
  }

  it('causes one alert with the reason, and a link to its page', async () => {
    test.clock.set(BEFORE_THE_OPEN);
    const admin = await signInAdministrator(test);
    const customer = await signUpVerified();
    const { id } = await publish(test, admin, { symbol: 'HBL' });
    await runAlertJobs(test);
    await voidIt(admin, id);
    await runAlertJobs(test);
    const [alert, ...others] = await list(customer);
    expect(alert).toMatchObject({
      kind: 'signal_voided',
      title: 'HBL: intraday signal voided',
      lines: [
        expect.stringMatching(/^Void: intraday signal \w{4}-\w{4}, Buy HBL at 471\.00 · stop 448\.00 · TP1/),
        `Reason: ${REASON}`,
      ],
      path: `/signals/${id}`,
    });
    expect(others).toMatchObject([
      { kind: 'signal_intraday', title: 'HBL: intraday signal withdrawn', path: `/signals/${id}` },
    ]);
    await voidIt(admin, id, 'withdraw');
    await runAlertJobs(test);
    expect((await list(customer)).map(({ title }) => title)).toEqual([
      'HBL: intraday signal valid again',
      'HBL: intraday signal valid again',
      'HBL: new intraday signal',
    ]);
  });

  it('and replaced causes one alert that names both signals', async () => {
    const customer = await signUpVerified();
    await change(customer, { email: 'at_once' });
    const { old, replacement } = await replaceBy({ symbol: 'HBL' }, { symbol: 'MCB', entry_price: '472.00' });
    const [alert, withdrawn, ...others] = await list(customer);
    expect(others).toEqual([]);
    expect(withdrawn?.path).toBe(`/signals/${old.id}`);
    expect(alert).toMatchObject({
      kind: 'signal_voided',
      title: 'HBL: intraday signal replaced',
      lines: [
        expect.stringMatching(/^Void: intraday signal \w{4}-\w{4}, Buy HBL at 471\.00 · stop 448\.00 · TP1/),
        expect.stringMatching(/^New: intraday signal \w{4}-\w{4}, Buy MCB at 472\.00 · stop 448\.00 · TP1/),
        `Reason: ${REASON}`,
      ],
      path: `/signals/${replacement.id}`,
    });
    const emails = (await test.deliverEmails()).filter(({ to }) => to === customer.email);
    expect(emails.at(-1)?.text).toContain('New: intraday signal');
  });

  it('and replaced, and is valid again, causes one alert that names both signals', async () => {
    test.clock.set(BEFORE_THE_OPEN);
    const customer = await signUpVerified();
    const { admin, old, replacement } = await replaceBy(
      { symbol: 'HBL' },
      { symbol: 'MCB', entry_price: '472.00' },
    );
    await voidIt(admin, old.id, 'withdraw');
    await runAlertJobs(test);
    const [alert] = await list(customer);
    expect(alert).toMatchObject({
      kind: 'signal_voided',
      title: 'HBL: intraday signal valid again',
      lines: [
        expect.stringMatching(/^Not void any more: intraday signal \w{4}-\w{4}, Buy HBL at 471\.00 · /),
        expect.stringMatching(/^Its replacement: intraday signal \w{4}-\w{4}, Buy MCB at 472\.00 · /),
      ],
      path: `/signals/${old.id}`,
    });
    // A replacement that is void itself is not named.
    await voidIt(admin, replacement.id);
    const [, again] = await list(customer);
    expect(again?.lines).toHaveLength(1);
  });

  it('and replaced by one that is void too names the last one only as withdrawn', async () => {
    const customer = await signUpVerified();
    const { admin, old, replacement } = await replaceBy({ symbol: 'HBL' }, { entry_price: '472.00' });
    await voidIt(admin, replacement.id);
    const [alert] = await list(customer);
    expect(alert).toMatchObject({ title: 'HBL: intraday signal voided', path: `/signals/${old.id}` });
    expect(JSON.stringify(alert)).not.toContain('472.00');
  });

  it('and replaced names the new one also after it was deleted', async () => {
    const customer = await signUpVerified();
    const { admin, old, replacement } = await replaceBy({ symbol: 'HBL' }, { symbol: 'MCB' });
    expect((await test.call(deleteSignal, { params: old }, { token: admin.access })).status).toBe(204);
    await runAlertJobs(test);
    expect(await list(customer)).toMatchObject([
      {
        title: 'HBL: intraday signal replaced',
        lines: [expect.any(String), expect.stringMatching(/^New: .*MCB/), expect.any(String)],
        path: `/signals/${replacement.id}`,
      },
      { title: 'HBL: intraday signal withdrawn', lines: ['The signal was deleted.'] },
    ]);
  });

  it('and replaced by a premium one tells customers without access that it is void only', async () => {
    const subscriber = await signUpSubscriber(test);
    const customer = await signUpVerified();
    const to = { symbol: 'MCB', signal_type: 'swing', horizon_days: 20, entry_price: '472.00' };
    const { old } = await replaceBy({ symbol: 'HBL' }, to);
    expect(await listKinds(customer)).toEqual(['signal_voided', 'signal_intraday']);
    const [alert] = await list(customer);
    expect(alert).toMatchObject({ title: 'HBL: intraday signal voided', path: `/signals/${old.id}` });
    expect(JSON.stringify(alert)).not.toMatch(/MCB|swing|472\.00/);
    expect((await list(subscriber))[0]?.lines[1]).toMatch(/^New: swing signal .*MCB at 472\.00/);
    expect(await listKinds(subscriber)).toEqual(['signal_voided', 'signal_intraday']);
  });

  it('and premium is in no alert of others, who are alerted of the free one that replaces it', async () => {
    const subscriber = await signUpSubscriber(test);
    const customer = await signUpVerified();
    await replaceBy({ symbol: 'MCB', signal_type: 'swing', horizon_days: 20 }, { symbol: 'HBL' });
    expect(await listKinds(customer)).toEqual(['signal_intraday']);
    expect(await listKinds(subscriber)).toEqual(['signal_voided', 'signal_swing']);
    await subscriber.sendUpdate({ status: 'canceled', scheduled_change: null });
    expect(JSON.stringify(await list(subscriber))).not.toMatch(/MCB|HBL|471/);
  });

  it('and replaced is a new signal for customers who turned alerts of void ones off', async () => {
    const customer = await signUpVerified();
    const preferences = [{ kind: 'signal_voided', channel: 'inbox', mode: 'off' } as const];
    await change(customer, { preferences });
    await replaceBy({ symbol: 'HBL' }, { symbol: 'MCB' });
    expect((await list(customer)).map(({ title }) => title)).toEqual([
      'MCB: new intraday signal',
      'HBL: intraday signal withdrawn',
    ]);
  });
});

describe('an alert of what prices show', () => {
  async function alertStop(customer: Customer, date: string, overrides = {}) {
    await change(customer, { email: 'at_once' });
    const admin = await signInAdministrator(test);
    const { id, signal_type } = await publish(test, admin, { symbol: 'HBL', ...overrides });
    await test.database.pool.query('delete from pgboss.job');
    const outcome = {
      signalId: id,
      sequence: 1,
      evaluatedAt: new Date(IN_SESSION),
      evaluatorVersion: 2,
      pricesUntil: date,
      state: 'closed',
      reason: 'stop',
      orderKind: 'limit',
      referenceClose: null,
      fillDate: date,
      fillPrice: 47_100,
      exits: [{ date, price: 44_750, parts: 3, reason: 'stop' }],
      targetsHit: 0,
      rMultiple: '-1.0217',
      percent: '-4.99',
      worstRMultiple: '-1.0217',
      bestRMultiple: '-1.0217',
      bestPath: null,
      isMeasurable: true,
      barsHeld: 1,
      endedOn: date,
      steps: [{ code: 'stop_hit', date, price: 44_750, level: 44_800, at: 'open' }],
      inputs: null,
      isCorrected: false,
    } as const;
    const alert = {
      kind: 'stop_hit',
      signalId: id,
      signalType: signal_type,
      position: 1,
      target: null,
    } as const;
    await test.database.transaction(async (tx) => {
      await insertOutcomes(tx, [outcome as unknown as Parameters<typeof insertOutcomes>[1][number]]);
      await enqueue(tx, signalAlertQueue, { ...alert, date, occurredAt: IN_SESSION });
    });
    await runAlertJobs(test);
  }

  it('has the price and the result', async () => {
    const customer = await signUpVerified();
    await test.deliverEmails();
    await alertStop(customer, '2026-11-20');
    expect(await list(customer)).toMatchObject([
      {
        kind: 'stop_hit',
        title: 'HBL: stop loss hit',
        lines: [
          expect.stringMatching(/^Buy at 471\.00/),
          'At the close of 20 Nov 2026',
          'Price 447.50 · Result −1.02 R',
          expect.stringMatching(/^Code \w{4}-\w{4}$/),
        ],
      },
    ]);
    expect(await listLog(customer)).toMatchObject([{ kind: 'stop_hit', symbols: ['HBL'] }]);
    const emails = (await test.deliverEmails()).filter(({ to }) => to === customer.email);
    expect(emails.at(-1)?.text).toContain('Result −1.02 R');
  });

  it('has neither price nor result for customers whose access to the signal has ended', async () => {
    const subscriber = await signUpSubscriber(test);
    await test.database.pool.query('update users set email_verified_at = now()');
    await alertStop(subscriber, '2026-11-20', { signal_type: 'swing', horizon_days: 20 });
    expect((await list(subscriber))[0]?.lines).toContain('Price 447.50 · Result −1.02 R');
    await subscriber.sendUpdate({ status: 'canceled', scheduled_change: null });
    const log = await listLog(subscriber);
    expect(JSON.stringify([await list(subscriber), log])).not.toMatch(/HBL|447\.50|1\.02 R/);
    expect(log).toMatchObject([{ kind: 'stop_hit', symbols: [] }]);
  });

  it('is in the inbox when prices are imported late, and not sent', async () => {
    const customer = await signUpVerified();
    await test.deliverEmails();
    await alertStop(customer, '2026-11-10');
    expect(await list(customer)).toMatchObject([{ title: 'HBL: stop loss hit' }]);
    expect(await listLog(customer)).toMatchObject([
      { kind: 'stop_hit', symbols: ['HBL'], state: 'expired', reason: 'too_late' },
    ]);
    // No service failed.
    await countArrivals(test);
    expect(await test.database.db.$count(alertArrivals, eq(alertArrivals.outcome, 'failed'))).toBe(0);
    expect((await test.deliverEmails()).filter(({ to }) => to === customer.email)).toEqual([]);
  });
});

describe('emails with alerts', () => {
  const deliver = async (email: string) => (await test.deliverEmails()).filter(({ to }) => to === email);
  const publishTo = async (symbols: string[]) => {
    const admin = await signInAdministrator(test);
    for (const symbol of symbols) await publish(test, admin, { symbol });
    await runAlertJobs(test);
  };

  it('are opted into, sent at once, and have the headers of a list', async () => {
    const customer = await signUpVerified();
    await publishTo(['HBL']);
    expect((await deliver(customer.email)).map(({ subject }) => subject)).not.toContain(
      'HBL: new intraday signal',
    );
    await change(customer, { email: 'at_once' });
    await publishTo(['MCB']);
    const [email, ...others] = await deliver(customer.email);
    expect(others).toEqual([]);
    expect(email?.subject).toBe('MCB: new intraday signal');
    expect(email?.text).toContain('Buy at 471.00');
    expect(email?.headers).toMatchObject({
      'List-ID': '"Tezi alerts" <alerts.tezi.test>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Unsubscribe': expect.stringMatching(/^<https:\/\/tezi\.test\/api\/alerts\/unsubscribe\/\?token=/),
    });
    await email?.onSent?.();
    expect(await listLog(customer)).toMatchObject([{ state: 'accepted', accepted_at: IN_SESSION }]);
  });

  it('come once a day if the customer prefers that', async () => {
    const customer = await signUpVerified();
    await test.deliverEmails();
    await change(customer, { email: 'daily' });
    await publishTo(['HBL', 'MCB']);
    expect(await deliver(customer.email)).toEqual([]);
    test.clock.set('2026-11-24T03:45:00.000Z');
    await test.jobs.runDue(dueAlertsQueue);
    await runAlertJobs(test);
    expect(await deliver(customer.email)).toEqual([]);
    await enqueueDue();
    await runAlertJobs(test);
    const [digest, ...others] = await deliver(customer.email);
    expect(others).toEqual([]);
    expect(digest?.subject).toBe('Your alerts: 2');
    expect(digest?.text).toContain('HBL: new intraday signal');
    expect(digest?.text).toContain('MCB: new intraday signal');
  });

  it('contain all alerts of a customer that are due, also when there are many', async () => {
    const customers = [await signUpVerified(), await signUpVerified()];
    for (const customer of customers) await change(customer, { email: 'daily' });
    await test.deliverEmails();
    await publishTo(['HBL']);
    await test.database.pool.query(`
      with added as (
        insert into alert_events (key, kind, subject, audience, occurred_at, expires_at)
        select key || number, kind, subject, audience, occurred_at, expires_at
        from alert_events, generate_series(1, 299) as number returning id)
      insert into alert_deliveries (event_id, user_id, channel, target, state, is_silent, due_at)
      select added.id, user_id, channel, target, state, is_silent, due_at from alert_deliveries, added`);
    test.clock.set('2026-11-24T03:45:00.000Z');
    await enqueueDue();
    await runAlertJobs(test);
    const addresses = new Set(customers.map(({ email }) => email));
    const emails = (await test.deliverEmails()).filter(({ to }) => addresses.has(to));
    expect(emails.map(({ to, subject }) => [to, subject]).sort()).toEqual(
      customers.map(({ email }) => [email, 'Your alerts: 300']).sort(),
    );
  });

  it('at once are one email for what is due together, and a summary after six within an hour', async () => {
    const customer = await signUpVerified();
    await test.deliverEmails();
    await change(customer, { email: 'at_once' });
    const subjects = async () => (await deliver(customer.email)).map(({ subject }) => subject);
    await publishTo(['HBL', 'MCB']);
    expect(await subjects()).toEqual(['Your alerts: 2']);
    for (let index = 0; index < 5; index += 1) {
      test.clock.advance(60_000);
      await publishTo(['HBL']);
      expect(await subjects()).toEqual(['HBL: new intraday signal']);
    }
    await publishTo(['HBL']);
    await publishTo(['MCB']);
    expect(await subjects()).toEqual([]);
    expect((await listLog(customer))[0]).toMatchObject({ state: 'queued', reason: 'too_many_emails' });
    // Their times of arrival say nothing about the service.
    const isWaiting = eq(alertDeliveries.reason, 'too_many_emails');
    expect(
      await test.database.db.$count(alertDeliveries, and(isWaiting, eq(alertDeliveries.isDeferred, false))),
    ).toBe(0);
    test.clock.set('2026-11-23T07:00:00.000Z');
    await enqueueDue();
    await runAlertJobs(test);
    expect(await subjects()).toEqual(['Your alerts: 2']);
  });

  it('wait in a queue of their own, so that they delay no other email', async () => {
    const customer = await signUpCustomer(test);
    await test.deliverEmails();
    await change(customer, { email: 'at_once' });
    await publishTo(['HBL']);
    const { rows } = await test.database.pool.query(
      "select distinct name from pgboss.job where data ->> 'template' = 'alerts' and state = 'created'",
    );
    expect(rows).toEqual([{ name: 'bulk-email' }]);
  });

  it('end with one click, without a sign-in, and never for a request that only opens the link', async () => {
    const customer = await signUpVerified();
    await change(customer, { email: 'at_once' });
    await publishTo(['HBL']);
    const [email] = (await deliver(customer.email)).filter(({ headers }) => headers?.['List-Unsubscribe']);
    const url = new URL(/<(.*)>/.exec(email?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '');
    const readMode = async () =>
      (await test.call(readAlertSettings, {}, { token: customer.access })).body.email;
    const opened = await test.request({ method: 'GET', url: url.pathname + url.search });
    expect([opened.statusCode, opened.body.includes('<button>Unsubscribe</button>')]).toEqual([200, true]);
    expect(await readMode()).toBe('at_once');
    const post = (headers: Record<string, string>, payload: string) =>
      test.request({ method: 'POST', url: url.pathname + url.search, headers, payload });
    const clicked = await post(
      { 'content-type': 'application/x-www-form-urlencoded' },
      'List-Unsubscribe=One-Click',
    );
    expect(clicked.statusCode).toBe(200);
    expect(await readMode()).toBe('off');
    const again = await post(
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    );
    expect(again.statusCode).toBe(200);
  });

  it('do not end with an invalid link', async () => {
    for (const token of ['', 'x', 'a'.repeat(32)]) {
      const url = `/api/alerts/unsubscribe/?token=${token}`;
      expect((await test.request({ method: 'POST', url })).statusCode).toBe(404);
    }
  });

  it('have no alert of a signal that was deleted before', async () => {
    const customer = await signUpVerified();
    await change(customer, { email: 'at_once' });
    await test.deliverEmails();
    const admin = await signInAdministrator(test);
    const { id } = await publish(test, admin, { symbol: 'HBL' });
    await runAlertJobs(test);
    await test.call(deleteSignal, { params: { id } }, { token: admin.access });
    expect(await deliver(customer.email)).toEqual([]);
    expect(await listLog(customer)).toMatchObject([{ state: 'canceled', reason: 'withdrawn' }]);
  });

  async function enqueueDue() {
    await test.database.transaction((tx) => enqueue(tx, dueAlertsQueue, {}));
    await test.jobs.runDue(dueAlertsQueue);
  }
});

it('alerts of a sign-in from another browser, also by email, whatever the settings', async () => {
  const customer = await signUpVerified();
  await change(customer, { email: 'off', paused_until: '2027-01-01T00:00:00Z' });
  await test.deliverEmails();
  const { email, password } = customer;
  await test.call(signIn, { body: { email, password } });
  await runAlertJobs(test);
  expect(await list(customer)).toMatchObject([{ kind: 'new_sign_in', path: '/profile?tab=security' }]);
  const emails = await test.deliverEmails();
  expect(emails.map(({ subject }) => subject)).toEqual(['New sign-in to your account']);
  expect(emails[0]?.headers).not.toHaveProperty('List-Unsubscribe');
});

it('sends no alerts to an address that was not verified, which cannot choose them either', async () => {
  const customer = await signUpCustomer(test);
  expect((await change(customer, { email: 'at_once' })).status).toBe(400);
  expect((await change(customer, { email: 'off' })).status).toBe(200);
  await test.deliverEmails();
  await test.call(signIn, { body: { email: customer.email, password: customer.password } });
  await runAlertJobs(test);
  expect(await list(customer)).toMatchObject([{ kind: 'new_sign_in' }]);
  expect(await test.deliverEmails()).toEqual([]);
});

it('sends one email a day about sign-ins from such a device, and lists all of them', async () => {
  const customer = await signUpVerified();
  await test.deliverEmails();
  const { email, password } = customer;
  const signInAgain = async () => {
    await test.call(signIn, { body: { email, password } });
    await runAlertJobs(test);
    return (await test.deliverEmails()).length;
  };
  expect([await signInAgain(), await signInAgain()]).toEqual([1, 0]);
  expect(await list(customer)).toHaveLength(2);
  test.clock.advance(DAY);
  expect(await signInAgain()).toBe(1);
});

it('adds nothing to an account that was deleted before', async () => {
  const { email, password, access } = await signUpVerified();
  await test.call(signIn, { body: { email, password } });
  await test.call(deleteAccount, { body: { password } }, { token: access });
  await runAlertJobs(test);
  expect(await test.database.db.$count(alertEvents)).toBe(0);
});

it('alerts of a failed payment once, and leaves the email to billing', async () => {
  const subscriber = await signUpSubscriber(test);
  await test.deliverEmails();
  await subscriber.sendUpdate({ status: 'past_due' });
  await subscriber.sendUpdate({ status: 'past_due' });
  await runAlertJobs(test);
  expect(await list(subscriber)).toMatchObject([{ kind: 'payment_problem', title: 'A payment failed' }]);
  const emails = await test.deliverEmails();
  expect(emails.map(({ subject }) => subject)).toEqual(['Your payment for Pro failed']);
});

it('adds nothing when a cause is handled twice', async () => {
  const admin = await signInAdministrator(test);
  const customer = await signUpVerified();
  await change(customer, { email: 'at_once' });
  const { id: signalId } = await publish(test, admin, { symbol: 'HBL' });
  await runAlertJobs(test);
  const count = async () => ({
    events: await test.database.db.$count(alertEvents),
    inbox: await test.database.db.$count(alertInbox),
    deliveries: await test.database.db.$count(alertDeliveries),
  });
  const before = await count();
  const [event] = await test.database.db.select().from(alertEvents);
  const position = Number(event?.key.split(':').at(-1));
  await test.database.transaction((tx) =>
    enqueue(tx, signalAlertQueue, {
      kind: 'published',
      signalId,
      signalType: 'intraday',
      position,
      occurredAt: IN_SESSION,
      date: null,
      target: null,
    }),
  );
  await runAlertJobs(test);
  expect(await count()).toEqual(before);
});

it('is part of the account export, and deleted with the account', async () => {
  const admin = await signInAdministrator(test);
  const customer = await signUpVerified();
  await change(customer, {
    email: 'at_once',
    quiet_hours: { from: '22:00', until: '07:00', time_zone: 'Asia/Karachi' },
  });
  await publish(test, admin, { symbol: 'HBL' });
  await runAlertJobs(test);
  const { body } = await test.call(exportAccount, {}, { token: customer.access });
  expect(body.alerts).toMatchObject({
    email: 'at_once',
    quiet_hours: { from: '22:00', until: '07:00', time_zone: 'Asia/Karachi' },
    inbox: [{ kind: 'signal_intraday' }],
    deliveries: [{ channel: 'email' }],
  });
  const readOwn = async () => {
    const tables = ['alert_inbox', 'alert_deliveries', 'alert_settings'];
    const counts = tables.map((table) => `(select count(*)::int from ${table} where user_id = users.id)`);
    return (
      await test.database.pool.query(`select ${counts.join(' + ')} as rows, id from users where email = $1`, [
        customer.email,
      ])
    ).rows[0];
  };
  const { id, rows } = await readOwn();
  expect(rows).toBe(3);
  await test.call(deleteAccount, { body: { password: customer.password } }, { token: customer.access });
  const left = await test.database.pool.query(
    'select 1 from alert_inbox where user_id = $1 union all select 1 from alert_deliveries where user_id = $1 union all select 1 from alert_settings where user_id = $1',
    [id],
  );
  expect(left.rowCount).toBe(0);
});

it('rejects settings that cannot be', async () => {
  const customer = await signUpVerified();
  const hours = { from: '22:00', until: '07:00', time_zone: 'Asia/Karachi' };
  expect((await change(customer, { quiet_hours: { ...hours, from: '25:00' } })).status).toBe(400);
  expect((await change(customer, { quiet_hours: { ...hours, time_zone: 'Mars/Base' } })).status).toBe(400);
  const changed = await change(customer, {
    quiet_hours: { ...hours, time_zone: 'asia/KARACHI' },
    preferences: [{ kind: 'new_sign_in', channel: 'email', mode: 'off' }],
  });
  expect(changed.body).toMatchObject({ quiet_hours: hours, preferences: [] });
});

it('queues no job of push messages without the key of this site', async () => {
  const customer = await signUpVerified();
  await change(customer, { email: 'daily' });
  const admin = await signInAdministrator(test);
  await publish(test, admin, { symbol: 'HBL' });
  await runAlertJobs(test);
  // They were queued before the key was removed.
  await test.database.pool.query("update alert_deliveries set channel = 'push', due_at = now()");
  await test.database.transaction((tx) => enqueue(tx, dueAlertsQueue, {}));
  await test.jobs.runDue(dueAlertsQueue);
  const { rows } = await test.database.pool.query(
    "select name from pgboss.job where name like 'send-alerts-%' and state = 'created'",
  );
  expect(rows).toEqual([]);
  expect(await test.database.db.$count(alertDeliveries)).toBeGreaterThan(0);
});

it('removes alerts after 90 days', async () => {
  const admin = await signInAdministrator(test);
  await signUpVerified();
  await publish(test, admin, { symbol: 'HBL' });
  await runAlertJobs(test);
  await removeOldAlerts(test.database.db, new Date(Date.parse(IN_SESSION) + 90 * DAY));
  expect(await test.database.db.$count(alertInbox)).toBeGreaterThan(0);
  await removeOldAlerts(test.database.db, new Date(Date.parse(IN_SESSION) + 90 * DAY + HOUR));
  expect(await test.database.db.$count(alertInbox)).toBe(0);
});
