import { describe, expect, it } from 'vitest';
import type { SubscriptionStatus } from '#features/billing/contract/subscriptions.ts';
import { formatStatus, getNextPaymentDate, listActions } from './present-subscription.ts';

const NEXT = new Date('2026-12-21T10:00:00Z');
const scheduled = (status: SubscriptionStatus, action: 'cancel' | 'pause' | 'resume' | null) => ({
  status,
  scheduledAction: action,
  scheduledAt: action && NEXT,
});

describe('formatStatus', () => {
  it.each([
    ['active', null, 'Active'],
    ['paused', null, 'Paused'],
    ['trialing', null, 'Trialing'],
    ['past_due', null, 'Past Due'],
    ['canceled', null, 'Canceled'],
    ['active', 'cancel', 'Active (cancels 21 Dec 2026)'],
    ['active', 'pause', 'Active (pauses 21 Dec 2026)'],
    ['trialing', 'cancel', 'Trialing (cancels 21 Dec 2026)'],
    ['past_due', 'pause', 'Past Due (pauses 21 Dec 2026)'],
    ['paused', 'resume', 'Paused (resumes 21 Dec 2026)'],
  ] as const)('formats %s with %s scheduled as %s', (status, action, text) => {
    expect(formatStatus(scheduled(status, action))).toBe(text);
  });

  it('formats the date in Karachi', () => {
    const evening = { ...scheduled('active', 'cancel'), scheduledAt: new Date('2026-12-31T19:00:00Z') };
    expect(formatStatus(evening)).toBe('Active (cancels 31 Dec 2026)');
    const resumed = { ...evening, status: 'paused', scheduledAction: 'resume' } as const;
    expect(formatStatus(resumed)).toBe('Paused (resumes 1 Jan 2027)');
  });
});

describe('listActions', () => {
  it.each([
    ['active', null, ['pause', 'cancel']],
    ['trialing', null, ['pause', 'cancel']],
    ['past_due', null, ['pause', 'cancel']],
    ['active', 'cancel', ['resume']],
    ['trialing', 'pause', ['resume']],
    ['past_due', 'cancel', ['resume']],
    ['paused', null, ['resume', 'cancel']],
    ['paused', 'resume', ['resume', 'cancel']],
    ['canceled', null, []],
  ] as const)('lists the actions for %s with %s scheduled: %j', (status, action, actions) => {
    expect(listActions(scheduled(status, action))).toEqual(actions);
  });
});

describe('getNextPaymentDate', () => {
  const LATER = new Date('2027-02-01T10:00:00Z');
  it.each([
    ['active', null, NEXT, NEXT],
    ['active', null, null, null],
    ['active', 'cancel', NEXT, null],
    ['active', 'pause', NEXT, null],
    ['active', 'pause', LATER, LATER],
    ['paused', 'resume', NEXT, NEXT],
    ['canceled', null, NEXT, null],
  ] as const)(
    'returns the next payment for %s with %s scheduled and billed at %s: %s',
    (status, action, nextBilledAt, expected) => {
      expect(getNextPaymentDate({ ...scheduled(status, action), nextBilledAt })).toEqual(expected);
    },
  );
});
