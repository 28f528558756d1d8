import { expect, it } from 'vitest';
import { explainPremium, type PremiumHistory } from './explain-premium.ts';

const NOW = new Date('2026-12-01T05:00:00.000Z');

const subscription = (changes: Partial<PremiumHistory['subscriptions'][number]> = {}) => ({
  productName: 'Pro',
  status: 'active' as const,
  startedAt: new Date('2026-09-21T05:00:00Z'),
  periodStart: new Date('2026-11-21T05:00:00Z'),
  periodEnd: new Date('2026-12-21T05:00:00Z'),
  scheduledAction: null,
  scheduledAt: null,
  pausedAt: null,
  paddleUpdatedAt: new Date('2026-11-25T05:00:00Z'),
  ...changes,
});
const grant = (changes: Partial<PremiumHistory['grants'][number]> = {}) => ({
  startsAt: new Date('2026-11-10T05:00:00Z'),
  // Midnight in Karachi.
  endsAt: new Date('2026-12-31T19:00:00Z'),
  revokedAt: null,
  reason: 'Bank transfer',
  grantedBy: 'sana',
  revocationReason: null,
  ...changes,
});
const ended = { endsAt: new Date('2026-11-30T19:00:00Z') };

const period = {
  startsAt: new Date('2026-12-31T19:00:00Z'),
  endsAt: new Date('2027-01-30T19:00:00Z'),
  hasGrace: true,
};

it.each<[string, Partial<PremiumHistory>, string]>([
  [
    'a paid period that starts later',
    { periods: [period] },
    'No premium yet: a period that was paid by bank transfer starts on 1 Jan 2027.',
  ],
  [
    'a refunded bank transfer',
    { removed: [{ removedAt: new Date('2026-11-28T05:00:00Z'), removal: 'refunded' }] },
    'No premium since 28 Nov 2026: the payment by bank transfer was refunded.',
  ],
  ['nothing', {}, 'No premium: the customer never bought a subscription, and none was granted.'],
  [
    'an active subscription',
    { subscriptions: [subscription()] },
    'Premium by the subscription Pro, active since 21 Sep 2026.',
  ],
  [
    'a trial',
    { subscriptions: [subscription({ status: 'trialing' })] },
    'Premium by the subscription Pro, in its trial since 21 Sep 2026.',
  ],
  [
    'a scheduled cancellation',
    {
      subscriptions: [
        subscription({ scheduledAction: 'cancel', scheduledAt: new Date('2026-12-21T05:00:00Z') }),
      ],
    },
    'Premium by the subscription Pro, active since 21 Sep 2026, until 21 Dec 2026: it will be canceled then.',
  ],
  [
    'a renewal that is not reported yet',
    { subscriptions: [subscription({ periodEnd: new Date('2026-11-30T15:00:00Z') })] },
    'Premium by the subscription Pro, active since 21 Sep 2026, until 1 Dec 2026: its renewal on 30 Nov 2026 is not reported yet.',
  ],
  [
    'a payment that is due for less than seven days',
    { subscriptions: [subscription({ status: 'past_due', periodStart: new Date('2026-11-28T05:00:00Z') })] },
    'Premium until 5 Dec 2026: the payment of the subscription Pro has been due since 28 Nov 2026.',
  ],
  [
    'a grant',
    { grants: [grant()] },
    'Premium by a grant of sana since 10 Nov 2026, until 31 Dec 2026: “Bank transfer”.',
  ],
  [
    'a subscription and a grant',
    { subscriptions: [subscription()], grants: [grant()] },
    'Premium by the subscription Pro, active since 21 Sep 2026. A grant gives it until 31 Dec 2026 too.',
  ],
  [
    'a grant that starts later',
    { grants: [grant({ startsAt: new Date('2026-12-05T05:00:00Z') })] },
    'No premium yet: a grant starts on 5 Dec 2026.',
  ],
  [
    'a payment that is due for more than seven days',
    { subscriptions: [subscription({ status: 'past_due' })] },
    'No premium since 28 Nov 2026: the payment of the subscription Pro has been due since 21 Nov 2026.',
  ],
  [
    'a paused subscription',
    { subscriptions: [subscription({ status: 'paused', pausedAt: new Date('2026-11-24T05:00:00Z') })] },
    'No premium since 24 Nov 2026: the subscription Pro is paused.',
  ],
  [
    'a canceled subscription',
    { subscriptions: [subscription({ status: 'canceled' })] },
    'No premium since 25 Nov 2026: Paddle reported the subscription Pro as canceled.',
  ],
  [
    'a renewal that was never reported',
    { subscriptions: [subscription({ periodEnd: new Date('2026-11-20T05:00:00Z') })] },
    'No premium since 21 Nov 2026: Paddle has reported no new period of the subscription Pro.',
  ],
  ['a grant that ended', { grants: [grant(ended)] }, 'No premium since 1 Dec 2026: a grant ended.'],
  [
    'a revoked grant',
    { grants: [grant({ revokedAt: new Date('2026-11-20T05:00:00Z'), revocationReason: 'Refunded' })] },
    'No premium since 20 Nov 2026: a grant was revoked: “Refunded”.',
  ],
  [
    'several that have ended, by the last of them',
    { subscriptions: [subscription({ status: 'canceled' })], grants: [grant(ended)] },
    'No premium since 1 Dec 2026: a grant ended.',
  ],
])('explains premium access with %s', (_case, history, sentence) => {
  expect(explainPremium({ subscriptions: [], grants: [], ...history }, NOW)).toBe(sentence);
});
