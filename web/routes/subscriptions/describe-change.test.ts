import { expect, it } from 'vitest';
import type { Subscription, SubscriptionAction } from '#contract/billing/subscriptions.ts';
import { describeChange } from './describe-change.ts';

const ACTIVE: Subscription = {
  id: '7d0f6a52-0d3c-4a5c-9a52-3f1a8b0f6a11',
  status: 'active',
  get_status_display: 'Active',
  product: { name: 'Pro', price: '60.00', currency: 'USD', interval: 'month' },
  next_payment_date: '2026-12-21T05:00:00Z',
  current_billing_period_start: '2026-11-21T05:00:00Z',
  current_billing_period_end: '2026-12-21T05:00:00Z',
  paid_until: '2026-12-21T05:00:00Z',
  scheduled_change: null,
  actions: ['pause', 'cancel'],
  update_url: null,
  cancel_url: null,
};
const cancels = { action: 'cancel', effective_at: '2026-12-21T05:00:00Z' } as const;

const said = (overrides: Partial<Subscription>, action: SubscriptionAction) =>
  describeChange({ ...ACTIVE, ...overrides }, action).sentences.join(' ');

it('a cancellation says when it ends, what is kept and that it can be taken back', () => {
  expect(describeChange(ACTIVE, 'cancel')).toEqual({
    title: 'Cancel Subscription',
    sentences: [
      'It ends on 21 Dec 2026, at the end of the current period. Premium access stays open until then.',
      'No further period is charged. Once it has ended it cannot be resumed; you can choose a plan anew.',
      'Before that day you can take the cancellation back.',
    ],
  });
});

it.each<[string, Partial<Subscription>, SubscriptionAction, string]>([
  [
    'a pause',
    {},
    'pause',
    'It pauses on 21 Dec 2026, at the end of the current period. Premium access stays',
  ],
  ['a trial', { status: 'trialing' }, 'cancel', 'It ends on 21 Dec 2026, at the end of your trial.'],
  [
    'a period without a known end',
    { current_billing_period_end: null },
    'pause',
    'It pauses at the end of the current period.',
  ],
  ['a payment that is overdue', { status: 'past_due' }, 'cancel', 'The payment that failed is still owed'],
  [
    'a cancellation that is taken back',
    { scheduled_change: cancels },
    'resume',
    'The cancellation on 21 Dec 2026 is taken back at once',
  ],
  [
    'a pause that is taken back',
    { scheduled_change: { ...cancels, action: 'pause' } },
    'resume',
    'The pause on 21 Dec 2026 is taken back at once',
  ],
  [
    'a cancellation that is taken back while a payment is overdue',
    { status: 'past_due', scheduled_change: cancels },
    'resume',
    'goes on as before. The payment that failed is still owed. At the end',
  ],
  [
    'a pause that is over',
    { status: 'paused' },
    'resume',
    'You have paid until 21 Dec 2026: if that day is still to come, nothing is charged before it. If it is over, Paddle charges $60.00 now',
  ],
  [
    'a pause of what was never paid',
    { status: 'paused', paid_until: null },
    'resume',
    'premium signals open. Paddle charges $60.00 now and a new month begins today.',
  ],
])('%s says what it costs and when', (_, overrides, action, text) => {
  expect(said(overrides, action)).toContain(text);
});

it('nobody is told that premium stays for the whole period while a payment is overdue', () => {
  expect(said({ status: 'past_due' }, 'pause')).not.toContain('stays open until then');
});
