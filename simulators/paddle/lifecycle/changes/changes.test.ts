import { describe, expect, it } from 'vitest';
import { TRIAL } from '#simulators/paddle/testing/test-catalog.ts';
import { DAY_MS, RENEWAL, subscribed } from '#simulators/paddle/testing/test-subscription.ts';
import {
  activateSubscription,
  cancelSubscription,
  pauseSubscription,
  undoScheduledChange,
} from './changes.ts';

describe('a change', () => {
  it('to cancel at the end of the period can be taken back', () => {
    const { change, now, told } = subscribed();
    const endsAt = now().next_billed_at;
    change((changeset) => cancelSubscription(changeset, now(), 'next_billing_period'));
    expect(now()).toMatchObject({
      status: 'active',
      next_billed_at: null,
      scheduled_change: { action: 'cancel', effective_at: endsAt, resume_at: null },
    });
    change((changeset) => undoScheduledChange(changeset, now()));
    expect(now()).toMatchObject({ scheduled_change: null, next_billed_at: endsAt });
    change((changeset) => undoScheduledChange(changeset, now()));
    expect(told()).toEqual(['subscription.updated', 'subscription.updated']);
  });

  it.each([
    ['cancel', cancelSubscription, 'subscription.canceled', { status: 'canceled', paused_at: null }],
    ['pause', pause, 'subscription.paused', { status: 'paused', canceled_at: null }],
  ] as const)('to %s happens when the period ends, without a charge', async (_, act, event, fields) => {
    const { change, now, told, control } = subscribed();
    change((changeset) => act(changeset, now(), 'next_billing_period'));
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
    change((changeset) => pause(changeset, now(), 'next_billing_period'));
    expect(() => change((changeset) => cancelSubscription(changeset, now(), 'next_billing_period'))).toThrow(
      expect.objectContaining({ status: 400, code: 'subscription_locked_pending_changes' }),
    );
    change((changeset) => cancelSubscription(changeset, now(), 'immediately'));
    expect(now().status).toBe('canceled');
  });

  it('is refused in the half hour before a renewal', async () => {
    const { change, now, control } = subscribed();
    await control.advance({ to: '2026-12-21T09:31:00Z' });
    expect(() => change((changeset) => pause(changeset, now(), 'immediately'))).toThrow(
      expect.objectContaining({ status: 409, code: 'subscription_locked_renewal' }),
    );
  });

  it('is refused for good once the subscription is canceled', () => {
    const { change, now } = subscribed();
    change((changeset) => cancelSubscription(changeset, now(), 'immediately'));
    for (const act of [pause, cancelSubscription]) {
      expect(() => change((changeset) => act(changeset, now(), 'immediately'))).toThrow(
        expect.objectContaining({ code: 'subscription_update_when_canceled' }),
      );
    }
  });

  it('to activate ends a trial now', () => {
    const { change, now, told } = subscribed({ priceId: TRIAL });
    change((changeset) => activateSubscription(changeset, now()));
    expect(told()).toEqual([...RENEWAL, 'subscription.activated', 'subscription.updated']);
    expect(now().next_billed_at?.slice(0, 10)).toBe('2026-12-21');
  });
});

function pause(
  changeset: Parameters<typeof pauseSubscription>[0],
  subscription: Parameters<typeof pauseSubscription>[1],
  effectiveFrom: 'next_billing_period' | 'immediately',
) {
  pauseSubscription(changeset, subscription, {
    effectiveFrom,
    resumeAt: null,
    onResume: 'start_new_billing_period',
  });
}
