import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSubscription } from '#server/domains/billing/paddle/subscription-snapshot.ts';
import { PERIOD, subscriptionEntity } from '#tests/support/billing/paddle.ts';
import { applySnapshot, type SubscriptionState, toSubscriptionState } from './apply-snapshot.ts';

const at = (second: number) => `2026-11-21T05:00:${String(second).padStart(2, '0')}.000001Z`;
const told = (second: number, overrides: Record<string, unknown> = {}) =>
  toSubscriptionState(readSubscription(subscriptionEntity({ updated_at: at(second), ...overrides })));
const applyAll = (all: SubscriptionState[]) =>
  all.reduce<SubscriptionState | null>(applySnapshot, null) as SubscriptionState;

const paused = { status: 'paused', current_billing_period: null, next_billed_at: null };
const canceled = { status: 'canceled', current_billing_period: null, next_billed_at: null };

describe('a snapshot', () => {
  it('is all that is known when it is the first', () => {
    expect(applyAll([told(1)])).toEqual(told(1));
  });

  it('replaces what is older', () => {
    expect(applyAll([told(1), told(2, { status: 'past_due' })]).status).toBe('past_due');
  });

  it('changes nothing when it is older', () => {
    const known = told(2, { status: 'past_due' });
    expect(applySnapshot(known, told(1))).toEqual(known);
  });

  it('changes nothing when it comes again', () => {
    expect(applySnapshot(told(1), told(1))).toEqual(told(1));
  });

  it('leaves the last known period where it has none', () => {
    const known = applyAll([told(1), told(2, paused)]);
    expect(known).toMatchObject({ status: 'paused', nextBilledAt: null });
    expect(known.periodEnd).toEqual(new Date(PERIOD.ends_at));
  });

  it('gives its period though it is older than one without any', () => {
    expect(applyAll([told(2, paused), told(1)])).toEqual(applyAll([told(1), told(2, paused)]));
  });

  it('does not bring a canceled subscription back', () => {
    expect(applyAll([told(1), told(2, canceled), told(3)])).toEqual(
      applyAll([told(3), told(1), told(2, canceled)]),
    );
    expect(applyAll([told(2, canceled), told(3)]).status).toBe('canceled');
  });

  it('ends in the same whatever the order and the repetitions', () => {
    const statuses = ['active', 'trialing', 'past_due', 'paused', 'canceled'];
    const snapshot = fc.record({
      second: fc.integer({ min: 0, max: 9 }),
      status: fc.constantFrom(...statuses),
      hasPeriod: fc.boolean(),
    });
    // Two snapshots of one moment are the same one.
    const history = fc.uniqueArray(snapshot, { selector: ({ second }) => second, minLength: 1 });
    const shuffled = history.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.array(fc.constantFrom(...all)),
        fc.shuffledSubarray(all, { minLength: all.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([inOrder, repeated, inAnyOrder]) => {
        const facts = (all: typeof inOrder) =>
          all.map(({ second, status, hasPeriod }) =>
            told(second, { status, ...(hasPeriod ? {} : { current_billing_period: null }) }),
          );
        expect(applyAll([...facts(inAnyOrder), ...facts(repeated)])).toEqual(applyAll(facts(inOrder)));
      }),
    );
  });
});
