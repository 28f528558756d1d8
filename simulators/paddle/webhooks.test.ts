import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTestAccount } from '#tests/support/paddle-simulator/test-account.ts';
import { MONTHLY } from '#tests/support/paddle-simulator/test-catalog.ts';

const SECRET = 'pdl_ntfset_test';
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
    webhook: { url: 'https://product.test/webhook', secret: SECRET },
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

const sign = (body: string) =>
  `ts=${NOW_S};h1=${createHmac('sha256', SECRET).update(`${NOW_S}:${body}`).digest('hex')}`;

describe('a delivery', () => {
  it('delivers each event once, in order and signed', async () => {
    const { control, made, buy, account } = trackDeliveries();
    buy();
    await control.flush();
    await control.flush();
    expect(made.map(({ eventId }) => eventId)).toEqual(account.state.events.map(({ event_id }) => event_id));
    for (const { signature, body } of made) expect(signature).toBe(sign(body));
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
      attempts: 1,
      dueAtMs: Date.parse('2026-11-21T10:00:01.000Z'),
    });
    await control.advance({ ms: 1_000 }, { deliver: true });
    expect(control.notifications()[0]).toMatchObject({ status: 'delivered', attempts: 2 });
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
    expect(new Set(all.map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(
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
