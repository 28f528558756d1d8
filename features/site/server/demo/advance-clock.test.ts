import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { refreshTokens } from '#core/contract/accounts/tokens.ts';
import { CLOCK_OFFSET_HEADER } from '#core/contract/api/clock-offset.ts';
import { toKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { DAY, HOUR } from '#core/server/platform/clock.ts';
import { listSessions } from '#features/accounts/contract/sessions.ts';
import { readPaddleProductData } from '#features/billing/contract/pricing.ts';
import { readMySubscription } from '#features/billing/contract/subscriptions.ts';
import { listPrices } from '#features/market/contract/prices.ts';
import { cacheTradingCalendar, getLastSessionEnd } from '#features/market/server/market.ts';
import { priceBars } from '#features/market/server/prices/prices.tables.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { listAdminSignals } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { advanceDemoClock, readDemo } from '#features/site/contract/demo.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { usePaddleApp } from '#tests/support/billing/paddle-simulator.ts';
import { makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { connectTo } from '#tests/support/network/sockets.ts';
import { publish } from '#tests/support/signals/signals.ts';

const test = usePaddleApp({}, { followsSimulator: true });

const advance = (body: { hours: number } | { until: 'next-session' | 'next-renewal' }) =>
  test.call(advanceDemoClock, { body });

describe('advancing the clock of the demo', () => {
  it('moves the time and reports the offset of the clock in every response', async () => {
    const before = await test.call(readDemo, {});
    expect(before.headers[CLOCK_OFFSET_HEADER.toLowerCase()]).toBe('0');
    const { status, body, headers } = await advance({ hours: 24 });
    expect(status).toBe(200);
    expect(Date.parse(body.now) - Date.parse(before.body.now)).toBe(DAY);
    expect(headers[CLOCK_OFFSET_HEADER.toLowerCase()]).toBe(String(DAY));
    expect((await test.request({ url: paths.home })).body).toContain(`data-clock-offset="${DAY}"`);
  });

  it('moves to the next session', async () => {
    const { body } = await test.call(readDemo, {});
    const advanced = await advance({ until: 'next-session' });
    expect(advanced.body.now).toBe(body.clock.next_session_at);
    expect(Date.parse(advanced.body.clock.next_session_at)).toBeGreaterThan(Date.parse(advanced.body.now));
  });

  it.each([{ hours: 0 }, { hours: 1.5 }, { hours: 366 * 24 + 1 }, { until: 'yesterday' }, {}])(
    'rejects %j',
    async (payload) => {
      const before = (await test.call(readDemo, {})).body.now;
      const response = await test.request({ method: 'POST', url: '/api/demo/clock/', payload });
      expect(response.statusCode).toBe(400);
      expect((await test.call(readDemo, {})).body.now).toBe(before);
    },
  );

  it('renders every page again', async () => {
    await makeMeetings(test.database, [{ meetingDate: '2027-03-01' }]);
    const before = await test.request({ url: paths.boardMeetings });
    expect((await test.request({ url: paths.boardMeetings })).body).toBe(before.body);
    await advance({ hours: 1 });
    expect((await test.request({ url: paths.boardMeetings })).body).not.toBe(before.body);
  });

  it('reports the new offset in stored responses too', async () => {
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = test.app.server.address() as AddressInfo;
    const readOffset = async () => {
      const client = await connectTo({ port });
      client.send(
        `GET /api${readPaddleProductData.path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      return Number(new RegExp(`${CLOCK_OFFSET_HEADER}: (\\d+)`, 'i').exec(await client.closed)?.[1]);
    };
    const before = await readOffset();
    expect(await readOffset()).toBe(before);
    await advance({ hours: 1 });
    expect(await readOffset()).toBe(before + HOUR);
  });

  it('expires intraday signals', async () => {
    const admin = await signInAdministrator(test);
    const { id } = await publish(test, admin, { signal_type: 'intraday' });
    const isExpired = async () => {
      const { body } = await test.call(listPsxSignals, { query: { signal_type: 'intraday' } });
      return body.results.find((signal: { id: string }) => signal.id === id)?.is_expired ?? true;
    };
    expect(await isExpired()).toBe(false);
    await advance({ hours: 7 * 24 });
    expect(await isExpired()).toBe(true);
  });

  it('continues invented prices until the last session, and evaluates signals with them before it responds', async () => {
    const { database } = test;
    const calendar = await cacheTradingCalendar(database)();
    const getLastSession = ({ now }: { now: string }) =>
      toKarachiDate(getLastSessionEnd(new Date(now), calendar));
    const before = getLastSession((await test.call(readDemo, {})).body);
    await database.transaction(async (tx, announce) => {
      announce('prices');
      await tx.insert(priceBars).values({ symbol: 'LUCK', date: before, close: 10_000 });
    });
    const admin = await signInAdministrator(test);
    // Any day of invented prices reaches a level.
    const levels = { entry_price: '100.00', stop_loss: '99.99', target_points: ['100.01'] };
    const { id } = await publish(test, admin, { signal_type: 'swing', symbol: 'LUCK', ...levels });
    const date = getLastSession((await advance({ hours: 14 * 24 })).body);
    const prices = await test.call(listPrices, { params: { symbol: 'LUCK' }, query: {} });
    expect(prices.body.last_close).toMatchObject({
      date,
      is_old: false,
      has_invented: true,
    });
    const { access } = await signInAdministrator(test);
    const { body } = await test.call(listAdminSignals, { query: {} }, { token: access });
    const signal = body.results.find((each: { id: string }) => each.id === id);
    expect(['waiting', 'entered', 'target_hit', 'awaiting_prices']).not.toContain(signal.state.kind);
    expect(signal.last_close).toMatchObject({ date, is_old: false });
  });

  it('renews a subscription, whose customer keeps premium access', async () => {
    const subscriber = await test.signUpSubscriber();
    const { next_renewal: renewal } = (await test.call(readDemo, {})).body.clock;
    expect(renewal.customer_email).toBe(subscriber.email);
    const { body } = await advance({ until: 'next-renewal' });
    expect(body.now).toBe(renewal.at);
    expect(body.clock.next_renewal.at > renewal.at).toBe(true);
    const { access } = await test.signInAgain(subscriber);
    const mine = await test.call(readMySubscription, {}, { token: access });
    expect(mine.body.has_active_subscription).toBe(true);
    // The simulator gives every change its own millisecond.
    const delayMs = Date.parse(mine.body.last_payment_date) - Date.parse(renewal.at);
    expect(delayMs).toBeGreaterThanOrEqual(0);
    expect(delayMs).toBeLessThan(1_000);
  });

  it('keeps users signed in over months, and ends sessions as usual afterwards', async () => {
    const { refresh } = await signUpCustomer(test);
    await advance({ hours: 100 * 24 });
    const refreshed = await test.call(refreshTokens, { body: { refresh } });
    expect(refreshed.status).toBe(200);
    const sessions = await test.call(listSessions, {}, { token: refreshed.body.access });
    expect(sessions.body.results).toHaveLength(1);
    test.clock.advance(15 * DAY);
    const late = await test.call(refreshTokens, { body: { refresh: refreshed.body.refresh } });
    expect(late.status).toBe(401);
  });

  it('does not revive sessions that had ended', async () => {
    const { refresh } = await signUpCustomer(test);
    test.clock.advance(15 * DAY);
    await advance({ hours: 1 });
    expect((await test.call(refreshTokens, { body: { refresh } })).status).toBe(401);
  });

  it('runs one request after another', async () => {
    await test.signUpSubscriber();
    const [first, second] = await Promise.all([advance({ until: 'next-renewal' }), advance({ hours: 1 })]);
    expect(Date.parse(second.body.now) - Date.parse(first.body.now)).toBe(HOUR);
  });
});
