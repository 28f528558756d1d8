import { describe, expect, it } from 'vitest';
import {
  type EntitlementGrant,
  type EntitlementSubscription,
  getPremiumEnd,
  getSubscriptionPremiumEnd,
  isPremium,
} from './entitlement.ts';

const START = '2026-11-21T05:00:00.000Z';
const END = '2026-12-21T05:00:00.000Z';
const PERIOD = { periodStart: new Date(START), periodEnd: new Date(END) };
const NO_PERIOD = { periodStart: null, periodEnd: null };
const EARLIER = '2026-12-01T00:00:00.000Z';
const DAY_AFTER_END = '2026-12-22T05:00:00.000Z';
const WEEK_AFTER_START = '2026-11-28T05:00:00.000Z';

const subscription = (overrides: Partial<EntitlementSubscription>): EntitlementSubscription => ({
  status: 'active',
  ...PERIOD,
  scheduledAction: null,
  scheduledAt: null,
  ...overrides,
});
const scheduled = (scheduledAction: 'cancel' | 'pause' | 'resume', at: string) => ({
  scheduledAction,
  scheduledAt: new Date(at),
});

describe('getSubscriptionPremiumEnd', () => {
  it.each([
    ['active', 'ends premium a day after its period', {}, DAY_AFTER_END],
    ['active', 'gives no premium without a period', NO_PERIOD, null],
    ['active', 'ends premium at a scheduled cancellation', scheduled('cancel', END), END],
    ['active', 'ends premium at a scheduled pause', scheduled('pause', END), END],
    ['active', 'ends premium at an early cancellation', scheduled('cancel', EARLIER), EARLIER],
    [
      'active',
      'ends premium at a cancellation without a period',
      { ...NO_PERIOD, ...scheduled('cancel', END) },
      END,
    ],
    ['trialing', 'ends premium a day after the trial', {}, DAY_AFTER_END],
    ['trialing', 'gives no premium without a period', NO_PERIOD, null],
    ['trialing', 'ends premium at a scheduled cancellation', scheduled('cancel', END), END],
    ['trialing', 'ends premium at a scheduled pause', scheduled('pause', EARLIER), EARLIER],
    ['past_due', 'ends premium after seven days of the unpaid period', {}, WEEK_AFTER_START],
    ['past_due', 'gives no premium without a period', NO_PERIOD, null],
    [
      'past_due',
      'ends premium after seven days, before a later cancellation',
      scheduled('cancel', END),
      WEEK_AFTER_START,
    ],
    [
      'past_due',
      'ends premium at an earlier cancellation',
      scheduled('cancel', '2026-11-25T00:00:00.000Z'),
      '2026-11-25T00:00:00.000Z',
    ],
    [
      'past_due',
      'ends premium at an earlier pause',
      scheduled('pause', '2026-11-25T00:00:00.000Z'),
      '2026-11-25T00:00:00.000Z',
    ],
    ['paused', 'gives no premium', {}, null],
    ['paused', 'gives no premium before a scheduled resume', scheduled('resume', EARLIER), null],
    ['canceled', 'gives no premium', {}, null],
    ['canceled', 'gives no premium despite a period', scheduled('cancel', END), null],
  ] as const)('%s subscription: %s', (status, _rule, state, until) => {
    expect(getSubscriptionPremiumEnd(subscription({ status, ...state }))?.toISOString() ?? null).toBe(until);
  });

  it.each([
    ['gives premium a millisecond before its end', '2026-12-22T05:00:00.000Z', -1, true],
    ['gives no premium at its end', '2026-12-22T05:00:00.000Z', 0, false],
  ])('%s', (_when, end, offsetMs, expected) => {
    const now = new Date(new Date(end).getTime() + offsetMs);
    expect(isPremium({ subscriptions: [subscription({})], grants: [], periods: [] }, now)).toBe(expected);
  });
});

describe('a grant', () => {
  const grant = (overrides: Partial<EntitlementGrant> = {}): EntitlementGrant => ({
    startsAt: new Date(START),
    endsAt: new Date(END),
    revokedAt: null,
    ...overrides,
  });
  const isPremiumAt = (state: EntitlementGrant, now: string) =>
    isPremium({ subscriptions: [], grants: [state], periods: [] }, new Date(now));

  it.each([
    ['a grant gives no premium before it starts', {}, '2026-11-21T04:59:59.999Z', false],
    ['a grant gives premium from its start', {}, START, true],
    ['a grant gives premium just before its end', {}, '2026-12-21T04:59:59.999Z', true],
    ['a grant gives no premium at its end', {}, END, false],
    [
      'a grant gives no premium after it was revoked',
      { revokedAt: new Date(EARLIER) },
      '2026-12-10T00:00:00.000Z',
      false,
    ],
  ])('%s', (_rule, state, now, expected) => {
    expect(isPremiumAt(grant(state), now)).toBe(expected);
  });

  it('extends premium to the later end of grant and subscription', () => {
    const now = new Date(EARLIER);
    const longer = new Date('2027-01-31T00:00:00.000Z');
    const subscriptions = [subscription({}), subscription({ status: 'canceled' })];
    expect(getPremiumEnd({ subscriptions, grants: [grant()], periods: [] }, now)?.toISOString()).toBe(
      DAY_AFTER_END,
    );
    expect(getPremiumEnd({ subscriptions, grants: [grant({ endsAt: longer })], periods: [] }, now)).toEqual(
      longer,
    );
  });

  it('ignores grants before they start and after they were revoked', () => {
    const now = new Date(EARLIER);
    const grants = [
      grant({ startsAt: new Date('2026-12-02T00:00:00.000Z'), endsAt: new Date('2027-12-02T00:00:00.000Z') }),
      grant({ revokedAt: new Date(START), endsAt: new Date('2027-12-02T00:00:00.000Z') }),
    ];
    expect(getPremiumEnd({ subscriptions: [], grants, periods: [] }, now)).toBeNull();
  });
});

it('gives no premium without subscriptions and grants', () => {
  expect(getPremiumEnd({ subscriptions: [], grants: [], periods: [] }, new Date(EARLIER))).toBeNull();
});
