import { expect, it } from 'vitest';
import type { Subscription, SubscriptionAction } from '#features/billing/contract/subscriptions.ts';
import { describeChange } from './change-buttons.tsx';

const ACTIVE: Subscription = {
  id: '7d0f6a52-0d3c-4a5c-9a52-3f1a8b0f6a11',
  provider: 'paddle',
  status: 'active',
  get_status_display: 'Active',
  product: { name: 'Pro', price: '60.00', currency: 'USD', interval: 'month' },
  next_payment_date: '2026-12-21T05:00:00Z',
  current_billing_period_start: '2026-11-21T05:00:00Z',
  current_billing_period_end: '2026-12-21T05:00:00Z',
  paid_until: '2026-12-21T05:00:00Z',
  grace_ends_at: null,
  paused_at: null,
  scheduled_change: null,
  actions: ['pause', 'cancel'],
  price_id: 'pri_01demo00promonth0000000000',
  can_change_plan: true,
  update_url: null,
  cancel_url: null,
};
const cancels = { action: 'cancel', effective_at: '2026-12-21T05:00:00Z' } as const;

const NOW = new Date('2026-11-23T07:00:00Z');

const describe = (overrides: Partial<Subscription>, action: SubscriptionAction, now = NOW) =>
  describeChange({ ...ACTIVE, ...overrides }, action, now).sentences.join(' ');

it('describes when a cancellation takes effect and that it can be reverted', () => {
  expect(describeChange(ACTIVE, 'cancel')).toEqual({
    title: 'Cancel subscription',
    sentences: [
      'It ends on 21 Dec 2026, at the end of the current period. You keep premium access until then.',
      'You are not charged again. A subscription that has ended cannot be resumed, but you can choose a plan again.',
      'Until then you can revert the cancellation.',
    ],
  });
});

it.each<[string, Partial<Subscription>, SubscriptionAction, string]>([
  [
    'a pause',
    {},
    'pause',
    'It pauses on 21 Dec 2026, at the end of the current period. You keep premium access',
  ],
  [
    'the cancellation of a trial',
    { status: 'trialing' },
    'cancel',
    'It ends on 21 Dec 2026, at the end of your trial.',
  ],
  [
    'a pause of a period without an end date',
    { current_billing_period_end: null },
    'pause',
    'It pauses at the end of the current period.',
  ],
  [
    'a cancellation while a payment is overdue',
    { status: 'past_due', grace_ends_at: '2026-11-27T19:00:00.000Z' },
    'cancel',
    'The failed payment is still due. Without it, premium access ends on 27 Nov 2026.',
  ],
  [
    'a reverted cancellation',
    { scheduled_change: cancels },
    'resume',
    'The cancellation on 21 Dec 2026 is reverted immediately',
  ],
  [
    'a reverted pause',
    { scheduled_change: { ...cancels, action: 'pause' } },
    'resume',
    'The pause on 21 Dec 2026 is reverted immediately',
  ],
  [
    'a reverted cancellation while a payment is overdue',
    { status: 'past_due', scheduled_change: cancels },
    'resume',
    'continues as before. The failed payment is still due. Paddle charges',
  ],
  [
    'a resumption',
    { status: 'paused' },
    'resume',
    'You have paid until 21 Dec 2026: until that date you are not charged. If it has passed, Paddle charges $60.00 now',
  ],
  [
    'a resumption of an unpaid subscription',
    { status: 'paused', paid_until: null },
    'resume',
    'unlocks premium signals. Paddle charges $60.00 now and a new month starts today.',
  ],
])('describes the cost of %s', (_, overrides, action, text) => {
  expect(describe(overrides, action)).toContain(text);
});

it('says that premium access ended with the grace period', () => {
  const overdue = { status: 'past_due', grace_ends_at: '2026-11-22T19:00:00.000Z' } as const;
  for (const action of ['pause', 'cancel'] as const)
    expect(describe(overdue, action)).toContain(
      'The failed payment is still due. Premium access ended on 22 Nov 2026 and returns with it.',
    );
});

it('does not promise premium access for the whole period while a payment is overdue', () => {
  expect(describe({ status: 'past_due' }, 'pause')).not.toContain('premium access until then');
});
