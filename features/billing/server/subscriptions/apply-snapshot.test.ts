import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSubscription } from '#features/billing/server/paddle/snapshots.ts';
import { makeSubscriptionEntity, PERIOD } from '#tests/support/billing/paddle.ts';
import { applySnapshot, type SubscriptionState, toSubscriptionState } from './apply-snapshots.ts';

const at = (second: number) => `2026-11-21T05:00:${String(second).padStart(2, '0')}.000001Z`;
const makeState = (second: number, overrides: Record<string, unknown> = {}) =>
  toSubscriptionState(parseSubscription(makeSubscriptionEntity({ updated_at: at(second), ...overrides })));
const applyAll = (all: SubscriptionState[]) =>
  all.reduce<SubscriptionState | null>(applySnapshot, null) as SubscriptionState;

const paused = { status: 'paused', current_billing_period: null, next_billed_at: null };
const canceled = { status: 'canceled', current_billing_period: null, next_billed_at: null };

describe('a snapshot', () => {
  it('uses the first snapshot as the state', () => {
    expect(applyAll([makeState(1)])).toEqual(makeState(1));
  });

  it('replaces an older snapshot', () => {
    expect(applyAll([makeState(1), makeState(2, { status: 'past_due' })]).status).toBe('past_due');
  });

  it('ignores an older snapshot', () => {
    const current = makeState(2, { status: 'past_due' });
    expect(applySnapshot(current, makeState(1))).toEqual(current);
  });

  it('ignores a repeated snapshot', () => {
    expect(applySnapshot(makeState(1), makeState(1))).toEqual(makeState(1));
  });

  it('keeps the last period when a snapshot has none', () => {
    const current = applyAll([makeState(1), makeState(2, paused)]);
    expect(current).toMatchObject({ status: 'paused', nextBilledAt: null });
    expect(current.periodEnd).toEqual(new Date(PERIOD.ends_at));
  });

  it('takes the period from an older snapshot when the newer one has none', () => {
    expect(applyAll([makeState(2, paused), makeState(1)])).toEqual(
      applyAll([makeState(1), makeState(2, paused)]),
    );
  });

  it('does not reactivate a canceled subscription', () => {
    expect(applyAll([makeState(1), makeState(2, canceled), makeState(3)])).toEqual(
      applyAll([makeState(3), makeState(1), makeState(2, canceled)]),
    );
    expect(applyAll([makeState(2, canceled), makeState(3)]).status).toBe('canceled');
  });

  it('reaches the same state in any order and with repetitions', () => {
    const statuses = ['active', 'trialing', 'past_due', 'paused', 'canceled'];
    const snapshot = fc.record({
      second: fc.integer({ min: 0, max: 9 }),
      status: fc.constantFrom(...statuses),
      hasPeriod: fc.boolean(),
    });
    // Snapshots with the same timestamp are identical.
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
        const makeStates = (all: typeof inOrder) =>
          all.map(({ second, status, hasPeriod }) =>
            makeState(second, { status, ...(hasPeriod ? {} : { current_billing_period: null }) }),
          );
        expect(applyAll([...makeStates(inAnyOrder), ...makeStates(repeated)])).toEqual(
          applyAll(makeStates(inOrder)),
        );
      }),
    );
  });
});
