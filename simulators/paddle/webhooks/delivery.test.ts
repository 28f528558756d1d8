import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTestAccount } from '#tests/support/paddle-simulator/test-account.ts';
import { MONTHLY } from '#tests/support/paddle-simulator/test-catalog.ts';

const SECRETS = ['pdl_ntfset_new', 'pdl_ntfset_old'] as const;
const NOW_S = Math.floor(Date.parse('2026-11-21T10:00:00.000Z') / 1_000);

interface Delivery {
  type: string;
  eventId: string;
  notificationId: string;
  signature: string;
  body: string;
}

function trackDeliveries(respond: (delivery: Delivery, count: number) => number = () => 200) {
  const made: Delivery[] = [];
  const { account, control } = createTestAccount({
    webhook: { url: 'https://product.test/webhook', secrets: SECRETS },
    deliver: async (_url, init) => {
      const body = String(init.body);
      const { event_id: eventId, event_type: type, notification_id: notificationId } = JSON.parse(body);
      const signature = new Headers(init.headers).get('paddle-signature') ?? '';
      const delivery = { type, eventId, notificationId, signature, body };
      made.push(delivery);
      return new Response('', { status: respond(delivery, made.length) });
    },
  });
  return {
    account,
    control,
    made,
    buy: () => control.completeCheckout({ priceId: MONTHLY, customerEmail: 'a@example.com' }),
  };
}

const sign = (secret: string, body: string, ts = NOW_S) =>
  `h1=${createHmac('sha256', secret).update(`${ts}:${body}`).digest('hex')}`;

describe('a delivery', () => {
  it('delivers each event once, in order, signed with the newest secret', async () => {
    const { control, made, buy, account } = trackDeliveries();
    buy();
    await control.flush();
    await control.flush();
    expect(made.map(({ eventId }) => eventId)).toEqual(account.state.events.map(({ event_id }) => event_id));
    for (const { signature, body } of made) expect(signature).toBe(`ts=${NOW_S};${sign(SECRETS[0], body)}`);
    expect(new Set(control.notifications().map(({ status }) => status))).toEqual(new Set(['delivered']));
  });

  it('delivers each event once with concurrent flushes', async () => {
    const { control, made, buy } = trackDeliveries();
    buy();
    await Promise.all([control.flush(), control.flush()]);
    expect(new Set(made.map(({ notificationId }) => notificationId)).size).toBe(made.length);
  });

  it.each([500, 201, 302])('retries a delivery after status %s until the status is 200', async (status) => {
    const { control, made, buy } = trackDeliveries((_, count) => (count === 1 ? status : 200));
    buy();
    await control.flush();
    const [first] = control.notifications();
    expect(first).toMatchObject({
      status: 'needs_retry',
      times_attempted: 1,
      retry_at: '2026-11-21T10:00:01.000Z',
    });
    await control.advance({ ms: 1_000 }, { deliver: true });
    expect(control.notifications()[0]).toMatchObject({ status: 'delivered', times_attempted: 2 });
    expect(made.at(-1)).toMatchObject({
      eventId: made[0]?.eventId,
      notificationId: made[0]?.notificationId,
    });
  });

  it('marks a notification failed after the last attempt', async () => {
    const { control, buy, made } = trackDeliveries(() => 500);
    buy();
    await control.advance({ ms: 60_000 }, { deliver: true });
    const all = control.notifications();
    expect(new Set(all.map(({ status, times_attempted }) => `${status} ${times_attempted}`))).toEqual(
      new Set(['failed 6']),
    );
    expect(made).toHaveLength(all.length * 6);
  });

  it('delivers between two due actions on request', async () => {
    const { control, buy, made } = trackDeliveries();
    buy();
    await control.advance({ ms: 70 * 86_400_000 }, { deliver: true });
    expect(made.filter(({ type }) => type === 'transaction.completed')).toHaveLength(3);
  });
});

describe('the fault switches', () => {
  it('makes every delivery twice', async () => {
    const { control, made, buy } = trackDeliveries();
    control.setChaos({ duplicate: true });
    buy();
    await control.flush();
    const ids = made.map(({ eventId }) => eventId);
    expect(ids.filter((_, index) => index % 2 === 0)).toEqual(ids.filter((_, index) => index % 2 === 1));
    expect(ids).toHaveLength(22);
  });

  it('swaps neighboring deliveries', async () => {
    const { control, made, buy, account } = trackDeliveries();
    control.setChaos({ reorder: true });
    buy();
    await control.flush();
    const [one, two, three, four] = account.state.events.map(({ event_id }) => event_id);
    expect(made.slice(0, 4).map(({ eventId }) => eventId)).toEqual([two, one, four, three]);
    expect(made).toHaveLength(11);
  });

  it('delays deliveries', async () => {
    const { control, made, buy } = trackDeliveries();
    control.setChaos({ delayMs: 5_000 });
    buy();
    await control.advance({ ms: 4_999 }, { deliver: true });
    expect(made).toHaveLength(0);
    await control.advance({ ms: 1 }, { deliver: true });
    expect(made).toHaveLength(11);
  });

  it('drops the first attempts and retries them', async () => {
    const { control, made, buy } = trackDeliveries();
    control.setChaos({ dropFirst: 3 });
    buy();
    await control.flush();
    expect(made).toHaveLength(8);
    await control.advance({ ms: 1_000 }, { deliver: true });
    expect(made).toHaveLength(11);
  });

  it('drops all events of a type, which remain available from the API', async () => {
    const { control, made, buy, account } = trackDeliveries();
    control.setChaos({ loseTypes: ['subscription.created'] });
    buy();
    await control.advance({ ms: 60_000 }, { deliver: true });
    expect(made.map(({ type }) => type)).not.toContain('subscription.created');
    expect(account.state.events.map(({ event_type }) => event_type)).toContain('subscription.created');
  });

  it.each([
    ['oldTs', NOW_S - 3_600],
    ['futureTs', NOW_S + 3_600],
  ] as const)('signs with %s', async (name, ts) => {
    const { control, made, buy } = trackDeliveries();
    control.setChaos({ [name]: true });
    buy();
    await control.flush();
    expect(made[0]?.signature).toBe(`ts=${ts};${sign(SECRETS[0], made[0]?.body ?? '', ts)}`);
  });

  it('signs with both secrets, as during a rotation', async () => {
    const { control, made, buy } = trackDeliveries();
    control.setChaos({ twoH1: true });
    buy();
    await control.flush();
    const [first] = made;
    const signatures = SECRETS.map((secret) => sign(secret, first?.body ?? ''));
    expect(first?.signature).toBe([`ts=${NOW_S}`, ...signatures].join(';'));
  });

  it('signs with a wrong secret', async () => {
    const { control, made, buy } = trackDeliveries();
    control.setChaos({ badSig: true });
    buy();
    await control.flush();
    expect(made[0]?.signature).toMatch(/^ts=\d+;h1=[0-9a-f]{64}$/);
    for (const secret of SECRETS) expect(made[0]?.signature).not.toContain(sign(secret, made[0]?.body ?? ''));
  });

  it('adds events of an unknown type', async () => {
    const { control, made, buy } = trackDeliveries();
    control.setChaos({ unknownEventType: true });
    buy();
    await control.flush();
    expect(made.filter(({ type }) => type === 'subscription.imagined').length).toBeGreaterThan(0);
    expect(control.setChaos(null)).toMatchObject({ unknownEventType: false });
  });
});
