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
const SOONER = '2026-12-01T00:00:00.000Z';
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

describe('a subscription gives premium access', () => {
  it.each([
    ['active', 'until a day after its period', {}, DAY_AFTER_END],
    ['active', 'not while no end is known', NO_PERIOD, null],
    ['active', 'until it is canceled', scheduled('cancel', END), END],
    ['active', 'until it is paused', scheduled('pause', END), END],
    ['active', 'until it is canceled early', scheduled('cancel', SOONER), SOONER],
    ['active', 'until it is canceled, no period known', { ...NO_PERIOD, ...scheduled('cancel', END) }, END],
    ['trialing', 'until a day after the trial', {}, DAY_AFTER_END],
    ['trialing', 'not while no end is known', NO_PERIOD, null],
    ['trialing', 'until the trial is canceled', scheduled('cancel', END), END],
    ['trialing', 'until the trial is paused', scheduled('pause', SOONER), SOONER],
    ['past_due', 'for seven days of the unpaid period', {}, WEEK_AFTER_START],
    ['past_due', 'not while no period is known', NO_PERIOD, null],
    ['past_due', 'for seven days, canceled later', scheduled('cancel', END), WEEK_AFTER_START],
    [
      'past_due',
      'until it is canceled sooner',
      scheduled('cancel', '2026-11-25T00:00:00.000Z'),
      '2026-11-25T00:00:00.000Z',
    ],
    [
      'past_due',
      'until it is paused sooner',
      scheduled('pause', '2026-11-25T00:00:00.000Z'),
      '2026-11-25T00:00:00.000Z',
    ],
    ['paused', 'never', {}, null],
    ['paused', 'never, though it resumes', scheduled('resume', SOONER), null],
    ['canceled', 'never', {}, null],
    ['canceled', 'never, though a period is known', scheduled('cancel', END), null],
  ] as const)('%s: %s', (status, _rule, state, until) => {
    expect(getSubscriptionPremiumEnd(subscription({ status, ...state }))?.toISOString() ?? null).toBe(until);
  });

  it.each([
    ['the moment before its end', '2026-12-22T05:00:00.000Z', -1, true],
    ['at its end no more', '2026-12-22T05:00:00.000Z', 0, false],
  ])('%s', (_when, end, offsetMs, expected) => {
    const now = new Date(new Date(end).getTime() + offsetMs);
    expect(isPremium({ subscriptions: [subscription({})], grants: [] }, now)).toBe(expected);
  });
});

describe('a grant gives premium access', () => {
  const grant = (overrides: Partial<EntitlementGrant> = {}): EntitlementGrant => ({
    startsAt: new Date(START),
    endsAt: new Date(END),
    revokedAt: null,
    ...overrides,
  });
  const holds = (state: EntitlementGrant, now: string) =>
    isPremium({ subscriptions: [], grants: [state] }, new Date(now));

  it.each([
    ['not before it starts', {}, '2026-11-21T04:59:59.999Z', false],
    ['from its start', {}, START, true],
    ['until just before its end', {}, '2026-12-21T04:59:59.999Z', true],
    ['not at its end', {}, END, false],
    ['not once it is withdrawn', { revokedAt: new Date(SOONER) }, '2026-12-10T00:00:00.000Z', false],
  ])('%s', (_rule, state, now, expected) => {
    expect(holds(grant(state), now)).toBe(expected);
  });

  it('beside a subscription for as long as the longer of both', () => {
    const now = new Date(SOONER);
    const longer = new Date('2027-01-31T00:00:00.000Z');
    const subscriptions = [subscription({}), subscription({ status: 'canceled' })];
    expect(getPremiumEnd({ subscriptions, grants: [grant()] }, now)?.toISOString()).toBe(DAY_AFTER_END);
    expect(getPremiumEnd({ subscriptions, grants: [grant({ endsAt: longer })] }, now)).toEqual(longer);
  });

  it('does not count before it starts, nor one that is withdrawn', () => {
    const now = new Date(SOONER);
    const grants = [
      grant({ startsAt: new Date('2026-12-02T00:00:00.000Z'), endsAt: new Date('2027-12-02T00:00:00.000Z') }),
      grant({ revokedAt: new Date(START), endsAt: new Date('2027-12-02T00:00:00.000Z') }),
    ];
    expect(getPremiumEnd({ subscriptions: [], grants }, now)).toBeNull();
  });
});

it('there is no premium access without anything that it comes from', () => {
  expect(getPremiumEnd({ subscriptions: [], grants: [] }, new Date(SOONER))).toBeNull();
});
