import { describe, expect, it } from 'vitest';
import { testAccount } from '#simulators/paddle/test-account.ts';
import { MONTHLY, TRIAL, YEARLY } from '#simulators/paddle/test-catalogue.ts';
import {
  activateSubscription,
  cancelSubscription,
  pauseSubscription,
  undoScheduledChange,
} from './changes.ts';
import { resumeSubscription } from './resume.ts';
import { subscriptionOf } from './subscriptions.ts';

const DAY_MS = 86_400_000;
const DECLINES_LATER = '4000 0027 6000 3184';

const PURCHASE = ['transaction.created', 'customer.created', 'address.created', ...ready()];
const RENEWAL = ['subscription.updated', ...charge()];
const FAILED_RENEWAL = [
  'subscription.updated',
  'transaction.created',
  'transaction.billed',
  'transaction.updated',
  'transaction.payment_failed',
  'transaction.updated',
  'transaction.past_due',
  'subscription.updated',
  'subscription.past_due',
];

function ready() {
  return ['transaction.updated', 'transaction.ready', 'transaction.updated', 'transaction.paid'];
}

function charge() {
  return [
    'transaction.created',
    'transaction.billed',
    'transaction.updated',
    'transaction.paid',
    'transaction.updated',
    'transaction.completed',
  ];
}

function subscribed({
  priceId = MONTHLY,
  cardNumber = '4242 4242 4242 4242',
  at = '2026-11-21T10:00:00.000Z',
} = {}) {
  const { account, control, told } = testAccount({ at });
  const [id = ''] = control.seed([
    { priceId, customerEmail: 'ayesha@example.com', customData: { user_id: 7 }, cardNumber },
  ]);
  const bought = told();
  return {
    account,
    control,
    told,
    bought,
    now: () => subscriptionOf(account, id),
    change: (act: (book: Parameters<typeof undoScheduledChange>[0]) => void) => account.change(act),
  };
}

describe('a checkout', () => {
  it('begins a subscription that is active', () => {
    const { bought, now, account } = subscribed();
    expect(bought).toEqual([
      ...PURCHASE,
      'subscription.created',
      'subscription.activated',
      'transaction.updated',
      'transaction.completed',
    ]);
    expect(now()).toMatchObject({
      status: 'active',
      started_at: now().first_billed_at,
      next_billed_at: now().current_billing_period?.ends_at,
      custom_data: { user_id: 7 },
    });
    expect(now().next_billed_at?.slice(0, 19)).toBe('2026-12-21T10:00:00');
    const created = account.state.events.find(({ event_type }) => event_type === 'subscription.created');
    expect(created?.data).toMatchObject({ transaction_id: Object.keys(account.state.transactions)[0] });
    expect(created?.data).not.toHaveProperty('management_urls');
  });

  it('begins a trial, which costs nothing until it ends', async () => {
    const { bought, now, control, told, account } = subscribed({ priceId: TRIAL });
    expect(bought.slice(7, 9)).toEqual(['subscription.created', 'subscription.trialing']);
    expect(now()).toMatchObject({ status: 'trialing', first_billed_at: null });
    expect(now().items[0]?.trial_dates?.ends_at).toBe(now().next_billed_at);
    expect(now().next_billed_at?.slice(0, 10)).toBe('2026-11-28');
    expect(Object.values(account.state.transactions)[0]?.details?.totals?.grand_total).toBe('0');

    await control.advance({ ms: 7 * DAY_MS + 1_000 });
    expect(told()).toEqual([...RENEWAL, 'subscription.activated', 'subscription.updated']);
    expect(now()).toMatchObject({ status: 'active' });
    expect(now().next_billed_at?.slice(0, 10)).toBe('2026-12-28');
  });

  it('knows a customer again by their address, whatever its case', () => {
    const { control, told } = subscribed();
    control.completeCheckout({ priceId: YEARLY, customerEmail: 'Ayesha@Example.com' });
    expect(told().slice(0, 3)).toEqual(['transaction.created', 'transaction.updated', 'transaction.ready']);
    expect(Object.keys(control.state().customers)).toHaveLength(1);
  });

  it('stays open when the card is declined', () => {
    const { control, told } = testAccount();
    const { outcome } = control.completeCheckout({
      priceId: MONTHLY,
      customerEmail: 'a@example.com',
      cardNumber: '4000 0000 0000 0002',
    });
    expect(outcome).toBe('declined');
    expect(told().slice(-2)).toEqual(['transaction.updated', 'transaction.payment_failed']);
    expect(Object.values(control.state().transactions)[0]?.status).toBe('ready');
    expect(control.state().subscriptions).toEqual({});
  });

  it('counts the tax of a country in', () => {
    const { control } = testAccount();
    const bought = control.completeCheckout({
      priceId: MONTHLY,
      customerEmail: 'a@example.com',
      countryCode: 'DE',
    });
    expect(bought.transaction).toMatchObject({
      currency_code: 'EUR',
      details: { totals: { subtotal: '2521', tax: '479', total: '3000' } },
    });
  });
});

describe('a renewal', () => {
  it('begins the next period and charges for it', async () => {
    const { control, told, now } = subscribed({ at: '2027-01-31T10:00:00.000Z' });
    await control.advance({ to: '2027-03-01T00:00:00Z' });
    expect(told()).toEqual(RENEWAL);
    expect(now().current_billing_period?.starts_at.slice(0, 10)).toBe('2027-02-28');
    expect(now().next_billed_at?.slice(0, 10)).toBe('2027-03-31');
  });

  it('happens twelve times in a year that passes in one step', async () => {
    const { control, told, now } = subscribed();
    const happened = await control.advance({ ms: 365 * DAY_MS + 1_000 });
    expect(happened.map(({ kind }) => kind)).toEqual(Array(12).fill('renewal'));
    expect(told()).toEqual(Array(12).fill(RENEWAL).flat());
    expect(now().next_billed_at?.slice(0, 10)).toBe('2027-12-21');
  });

  it('tells of everything at instants that only grow', async () => {
    const { control, account } = subscribed();
    await control.advance({ ms: 100 * DAY_MS });
    const times = account.state.events.map(({ occurred_at }) => occurred_at);
    expect(times).toEqual([...times].sort());
    expect(new Set(times).size).toBe(times.length);
  });

  it('shows an active subscription in a new period before the payment fails', async () => {
    const { control, told, now, account } = subscribed({ cardNumber: DECLINES_LATER });
    await control.advance({ ms: 30 * DAY_MS + 1_000 });
    expect(told()).toEqual(FAILED_RENEWAL);
    expect(now().status).toBe('past_due');
    const first = account.state.events.at(-FAILED_RENEWAL.length);
    expect(first?.data).toMatchObject({
      status: 'active',
      current_billing_period: now().current_billing_period,
    });
  });
});

describe('a payment that is overdue', () => {
  it('is tried on days 1, 3, 5, 7, 14, 21 and 30, and then the subscription is canceled', async () => {
    const { control, now } = subscribed({ cardNumber: DECLINES_LATER });
    const happened = await control.advance({ ms: 65 * DAY_MS });
    const failedAt = happened[0]?.atMs ?? 0;
    expect(happened.map(({ atMs, kind }) => [kind, (atMs - failedAt) / DAY_MS])).toEqual([
      ['renewal', 0],
      ...[1, 3, 5, 7, 14, 21, 30].map((day) => ['retry', day]),
    ]);
    expect(now()).toMatchObject({ status: 'canceled', next_billed_at: null, current_billing_period: null });
  });

  it('may pause the subscription in the end', async () => {
    const { account, control } = testAccount({ dunningExhausted: 'pause' });
    const [id = ''] = control.seed([
      { priceId: MONTHLY, customerEmail: 'a@example.com', cardNumber: DECLINES_LATER },
    ]);
    await control.advance({ ms: 65 * DAY_MS });
    expect(subscriptionOf(account, id).status).toBe('paused');
  });

  it('makes the subscription active again when it goes through', async () => {
    const { control, told, now } = subscribed();
    control.failNextPayment();
    await control.advance({ ms: 30 * DAY_MS + 1_000 });
    expect(now().status).toBe('past_due');
    told();
    await control.advance({ ms: DAY_MS });
    expect(told()).toEqual([
      'transaction.updated',
      'transaction.paid',
      'transaction.updated',
      'transaction.completed',
      'subscription.updated',
    ]);
    expect(now()).toMatchObject({ status: 'active' });
    expect(now().next_billed_at?.slice(0, 10)).toBe('2027-01-21');
  });
});

describe('a change', () => {
  it('to cancel at the end of the period can be taken back', () => {
    const { change, now, told } = subscribed();
    const endsAt = now().next_billed_at;
    change((book) => cancelSubscription(book, now(), 'next_billing_period'));
    expect(now()).toMatchObject({
      status: 'active',
      next_billed_at: null,
      scheduled_change: { action: 'cancel', effective_at: endsAt, resume_at: null },
    });
    change((book) => undoScheduledChange(book, now()));
    expect(now()).toMatchObject({ scheduled_change: null, next_billed_at: endsAt });
    change((book) => undoScheduledChange(book, now()));
    expect(told()).toEqual(['subscription.updated', 'subscription.updated']);
  });

  it.each([
    ['cancel', cancelSubscription, 'subscription.canceled', { status: 'canceled', paused_at: null }],
    ['pause', pause, 'subscription.paused', { status: 'paused', canceled_at: null }],
  ] as const)('to %s happens when the period ends, without a charge', async (_, act, event, fields) => {
    const { change, now, told, control } = subscribed();
    change((book) => act(book, now(), 'next_billing_period'));
    told();
    await control.advance({ ms: 31 * DAY_MS });
    expect(told()).toEqual(['subscription.updated', event]);
    expect(now()).toMatchObject({
      ...fields,
      scheduled_change: null,
      next_billed_at: null,
      current_billing_period: null,
    });
  });

  it('is refused while another is scheduled, except a cancellation at once', () => {
    const { change, now } = subscribed();
    change((book) => pause(book, now(), 'next_billing_period'));
    expect(() => change((book) => cancelSubscription(book, now(), 'next_billing_period'))).toThrow(
      expect.objectContaining({ status: 400, code: 'subscription_locked_pending_changes' }),
    );
    change((book) => cancelSubscription(book, now(), 'immediately'));
    expect(now().status).toBe('canceled');
  });

  it('is refused in the half hour before a renewal', async () => {
    const { change, now, control } = subscribed();
    await control.advance({ to: '2026-12-21T09:31:00Z' });
    expect(() => change((book) => pause(book, now(), 'immediately'))).toThrow(
      expect.objectContaining({ status: 409, code: 'subscription_locked_renewal' }),
    );
  });

  it('is refused for good once the subscription is canceled', () => {
    const { change, now } = subscribed();
    change((book) => cancelSubscription(book, now(), 'immediately'));
    for (const act of [pause, cancelSubscription]) {
      expect(() => change((book) => act(book, now(), 'immediately'))).toThrow(
        expect.objectContaining({ code: 'subscription_update_when_canceled' }),
      );
    }
  });

  it('to activate ends a trial now', () => {
    const { change, now, told } = subscribed({ priceId: TRIAL });
    change((book) => activateSubscription(book, now()));
    expect(told()).toEqual([...RENEWAL, 'subscription.activated', 'subscription.updated']);
    expect(now().next_billed_at?.slice(0, 10)).toBe('2026-12-21');
  });
});

describe('a resume', () => {
  it('begins a new period and charges for it', () => {
    const { change, now, told } = subscribed();
    change((book) => pause(book, now(), 'immediately'));
    expect(told()).toEqual(['subscription.updated', 'subscription.paused']);
    change((book) =>
      resumeSubscription(book, now(), { effectiveFrom: 'immediately', onResume: 'start_new_billing_period' }),
    );
    expect(told()).toEqual([
      'subscription.updated',
      'subscription.resumed',
      ...charge(),
      'subscription.updated',
    ]);
    expect(now()).toMatchObject({ status: 'active', paused_at: null });
  });

  it('may go on in the period that was paused, until that has ended', async () => {
    const { change, now, told, control } = subscribed();
    const before = now().current_billing_period;
    const resume = () =>
      change((book) =>
        resumeSubscription(book, now(), {
          effectiveFrom: 'immediately',
          onResume: 'continue_existing_billing_period',
        }),
      );
    change((book) => pause(book, now(), 'immediately'));
    told();
    resume();
    expect(told()).toEqual(['subscription.updated', 'subscription.resumed']);
    expect(now()).toMatchObject({ status: 'active', current_billing_period: before });
    change((book) => pause(book, now(), 'immediately'));
    await control.advance({ ms: 32 * DAY_MS });
    expect(resume).toThrow(
      expect.objectContaining({ code: 'subscription_continuing_existing_billing_period_not_allowed' }),
    );
  });

  it('happens by itself on the day that was set with the pause', async () => {
    const { change, now, control } = subscribed();
    change((book) =>
      pauseSubscription(book, now(), {
        effectiveFrom: 'next_billing_period',
        resumeAt: '2027-02-10T00:00:00Z',
        onResume: 'continue_existing_billing_period',
      }),
    );
    const happened = await control.advance({ to: '2027-02-11T00:00:00Z' });
    expect(happened.map(({ kind }) => kind)).toEqual(['scheduled_change', 'scheduled_change']);
    expect(now()).toMatchObject({ status: 'active' });
    expect(now().next_billed_at).toBe('2027-03-10T00:00:00.000000Z');
  });

  it('is refused for a subscription that is not paused', () => {
    const { change, now } = subscribed();
    expect(() =>
      change((book) =>
        resumeSubscription(book, now(), {
          effectiveFrom: 'immediately',
          onResume: 'start_new_billing_period',
        }),
      ),
    ).toThrow(expect.objectContaining({ status: 400, code: 'subscription_must_be_paused' }));
  });
});

function pause(
  book: Parameters<typeof pauseSubscription>[0],
  subscription: Parameters<typeof pauseSubscription>[1],
  effectiveFrom: 'next_billing_period' | 'immediately',
) {
  pauseSubscription(book, subscription, {
    effectiveFrom,
    resumeAt: null,
    onResume: 'start_new_billing_period',
  });
}
