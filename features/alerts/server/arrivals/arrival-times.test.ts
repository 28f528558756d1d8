import { beforeEach, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { readArrivalTimes } from '#features/alerts/contract/arrival-times.ts';
import { changeAlertSettings } from '#features/alerts/contract/endpoints.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { runAlertJobs } from '#tests/support/alerts.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { countArrivals } from './arrival-times.ts';

const test = useTestApp();
/** In the session of a Monday. */
const NOW = '2026-11-23T06:00:00.000Z';

beforeEach(async () => {
  test.clock.set(NOW);
  await test.database.pool.query('delete from pgboss.job');
  await test.database.pool.query('truncate alert_events, alert_arrivals cascade');
});

const readTimes = async () => {
  await countArrivals({ database: test.database, clock: test.clock });
  return (await test.call(readArrivalTimes, {})).body;
};

const getChannel = async (name: string) =>
  (await readTimes()).channels.find(({ channel }: { channel: string }) => channel === name);

interface Deliveries {
  channel?: 'push' | 'email' | 'telegram';
  kind?: string;
  daysAgo?: number;
  count: number;
  /** Delivery number *n* takes *n* times as long. */
  stepMs?: number;
  state?: 'accepted' | 'failed' | 'expired' | 'canceled' | 'queued';
  reason?: string | null;
  isDeferred?: boolean;
  shownAfterMs?: number | null;
}

/** Stores a cause with deliveries. */
const deliver = ({
  channel = 'telegram',
  kind = 'signal_intraday',
  daysAgo = 0,
  count,
  stepMs = 10,
  state = 'accepted',
  reason = null,
  isDeferred = false,
  shownAfterMs = null,
}: Deliveries) =>
  test.database.pool.query(
    `with event as (
       insert into alert_events (key, kind, subject, audience, occurred_at, expires_at)
       values (gen_random_uuid()::text, $1, '{}', 'everyone', $2::timestamptz, $2::timestamptz) returning id, occurred_at)
     insert into alert_deliveries (event_id, user_id, channel, target, state, is_silent, due_at, accepted_at, reason, is_deferred, shown_at)
     select id, gen_random_uuid(), $3, number::text, $4, false, occurred_at,
       case when $4 = 'accepted' then occurred_at + number * $5 * interval '1 ms' end, $6, $7, occurred_at + $8 * interval '1 ms'
     from event, generate_series(1, $9) as number`,
    [
      kind,
      new Date(Date.parse(NOW) - daysAgo * DAY).toISOString(),
      channel,
      state,
      stepMs,
      reason,
      isDeferred,
      shownAfterMs,
      count,
    ],
  );

it('is empty before the first alert', async () => {
  expect(await readTimes()).toEqual({ since: null, channels: [] });
});

it('has the median and the 99th percentile of a channel, 2 % too high at most', async () => {
  await deliver({ count: 1_000, stepMs: 10 });
  const { since, channels } = await readTimes();
  expect([since, channels.length]).toEqual(['2026-11-23', 1]);
  const [{ accepted, shown, deferred, failed }] = channels;
  expect([accepted.count, shown, deferred, failed]).toEqual([1_000, null, 0, 0]);
  const { p50_ms, p99_ms } = accepted.times;
  expect(p50_ms).toBeGreaterThanOrEqual(5_000);
  expect(p50_ms).toBeLessThanOrEqual(5_101);
  expect(p99_ms).toBeGreaterThanOrEqual(9_900);
  expect(p99_ms).toBeLessThanOrEqual(10_099);
});

it('has the percentiles of all days together, which are not the means of those of each day', async () => {
  await deliver({ count: 900, stepMs: 1, daysAgo: 3 });
  await deliver({ count: 100, stepMs: 1_000, daysAgo: 2 });
  const { since } = await readTimes();
  expect(since).toBe('2026-11-20');
  const { accepted } = await getChannel('telegram');
  expect(accepted.count).toBe(1_000);
  expect(accepted.times.p50_ms).toBeLessThanOrEqual(510);
  expect(accepted.times.p99_ms).toBeGreaterThanOrEqual(90 * SECOND);
  expect(accepted.times.p99_ms).toBeLessThanOrEqual(92 * SECOND);
});

it('has no times with fewer than a hundred alerts', async () => {
  await deliver({ count: 99 });
  expect((await getChannel('telegram')).accepted).toEqual({ count: 99, times: null });
});

it('counts only alerts of signals of the last 30 days', async () => {
  await deliver({ count: 100, daysAgo: 29 });
  await deliver({ count: 100, daysAgo: 31, stepMs: 1_000_000 });
  await deliver({ count: 100, kind: 'company_news', stepMs: 1_000_000 });
  expect((await getChannel('telegram')).accepted.count).toBe(100);
});

it('leaves out what was deferred, canceled or waits, and counts what was not accepted in time', async () => {
  await deliver({ count: 100 });
  await deliver({ count: 20, isDeferred: true, stepMs: 1_000_000 });
  await deliver({ count: 7, state: 'canceled', reason: 'turned_off' });
  await deliver({ count: 6, state: 'queued' });
  await deliver({ count: 5, state: 'failed', reason: 'unreachable' });
  await deliver({ count: 4, state: 'expired', reason: 'too_late' });
  await deliver({ count: 3, state: 'expired', reason: 'quiet_too_long' });
  const { accepted, deferred, failed } = await getChannel('telegram');
  expect([accepted.count, deferred, failed]).toEqual([100, 20, 9]);
  expect(accepted.times.p99_ms).toBeLessThan(1_100);
});

it('has the time until push messages were shown, of those whose device reported it', async () => {
  await deliver({ channel: 'push', count: 200, shownAfterMs: 5 * MINUTE });
  await deliver({ channel: 'push', count: 100 });
  const { accepted, shown } = await getChannel('push');
  expect([accepted.count, shown.count]).toEqual([300, 200]);
  expect(shown.times.p50_ms).toBeGreaterThanOrEqual(5 * MINUTE);
  expect(shown.times.p50_ms).toBeLessThanOrEqual(5.1 * MINUTE);
});

it('counts recent days again and keeps what it counted of earlier ones', async () => {
  await deliver({ count: 100, daysAgo: 10 });
  await readTimes();
  await deliver({ count: 50 });
  for (let run = 0; run < 2; run += 1) expect((await getChannel('telegram')).accepted.count).toBe(150);
  await test.database.pool.query('truncate alert_events cascade');
  expect((await getChannel('telegram')).accepted.count).toBe(100);
  test.clock.advance(25 * DAY);
  expect(await readTimes()).toEqual({ since: null, channels: [] });
  const { rows } = await test.database.pool.query('select 1 from alert_arrivals');
  expect(rows).toEqual([]);
});

it('counts what was published while no server ran', async () => {
  await deliver({ count: 100, daysAgo: 12 });
  await readTimes();
  await deliver({ count: 100, daysAgo: 6 });
  // The newest date that was counted is twelve days ago.
  expect((await getChannel('telegram')).accepted.count).toBe(200);
});

it('has entries in inboxes, and leaves out the emails that wait for the daily one', async () => {
  const admin = await signInAdministrator(test);
  const [daily, atOnce] = [await signUpCustomer(test), await signUpCustomer(test)];
  await test.database.pool.query('update users set email_verified_at = now()');
  const change = ({ access: token }: { access: string }, email: 'daily' | 'at_once') =>
    test.call(changeAlertSettings, { body: { email } }, { token });
  await change(daily, 'daily');
  await change(atOnce, 'at_once');
  await publish(test, admin, { symbol: 'HBL' });
  await runAlertJobs(test);
  await test.deliverEmails();
  const inbox = await getChannel('inbox');
  expect(inbox).toMatchObject({ accepted: { count: 2, times: null }, shown: null, deferred: 0, failed: 0 });
  expect(await getChannel('email')).toMatchObject({ deferred: 1 });
  const { rows } = await test.database.pool.query(
    "select state, is_deferred from alert_deliveries where channel = 'email' order by state, is_deferred",
  );
  expect(rows).toEqual([
    { state: 'accepted', is_deferred: false },
    { state: 'queued', is_deferred: true },
  ]);
});
