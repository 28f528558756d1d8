import { describe, expect, it } from 'vitest';
import {
  cancelSubscription,
  pauseSubscription,
  removeScheduledChange,
} from '#simulators/paddle/lifecycle/changes.ts';
import { createTestSubscription, DAY_MS } from '#tests/support/paddle-simulator/test-subscription.ts';

describe('a scheduled or immediate change', () => {
  it('reverts a scheduled cancellation', () => {
    const { change, now, takeEventTypes } = createTestSubscription();
    const endsAt = now().next_billed_at;
    change((changeset) => cancelSubscription(changeset, now(), 'next_billing_period'));
    expect(now()).toMatchObject({
      status: 'active',
      next_billed_at: null,
      scheduled_change: { action: 'cancel', effective_at: endsAt, resume_at: null },
    });
    change((changeset) => removeScheduledChange(changeset, now()));
    expect(now()).toMatchObject({ scheduled_change: null, next_billed_at: endsAt });
    change((changeset) => removeScheduledChange(changeset, now()));
    expect(takeEventTypes()).toEqual(['subscription.updated', 'subscription.updated']);
  });

  it.each([
    ['cancel', cancelSubscription, 'subscription.canceled', { status: 'canceled', paused_at: null }],
    ['pause', pauseSubscription, 'subscription.paused', { status: 'paused', canceled_at: null }],
  ] as const)(
    'applies a scheduled %s at the end of the period, without a charge',
    async (_, act, event, fields) => {
      const { change, now, takeEventTypes, control } = createTestSubscription();
      change((changeset) => act(changeset, now(), 'next_billing_period'));
      takeEventTypes();
      await control.advance({ ms: 31 * DAY_MS });
      expect(takeEventTypes()).toEqual(['subscription.updated', event]);
      expect(now()).toMatchObject({
        ...fields,
        scheduled_change: null,
        next_billed_at: null,
        current_billing_period: null,
      });
    },
  );

  it('rejects a change while another is scheduled, except an immediate cancellation', () => {
    const { change, now } = createTestSubscription();
    change((changeset) => pauseSubscription(changeset, now(), 'next_billing_period'));
    expect(() => change((changeset) => cancelSubscription(changeset, now(), 'next_billing_period'))).toThrow(
      expect.objectContaining({ status: 400, code: 'subscription_locked_pending_changes' }),
    );
    change((changeset) => cancelSubscription(changeset, now(), 'immediately'));
    expect(now().status).toBe('canceled');
  });

  it('rejects a change in the 30 minutes before a renewal', async () => {
    const { change, now, control } = createTestSubscription();
    await control.advance({ to: '2026-12-21T09:31:00Z' });
    expect(() => change((changeset) => pauseSubscription(changeset, now(), 'immediately'))).toThrow(
      expect.objectContaining({ status: 409, code: 'subscription_locked_renewal' }),
    );
  });

  it('rejects a change after the subscription was canceled', () => {
    const { change, now } = createTestSubscription();
    change((changeset) => cancelSubscription(changeset, now(), 'immediately'));
    for (const act of [pauseSubscription, cancelSubscription]) {
      expect(() => change((changeset) => act(changeset, now(), 'immediately'))).toThrow(
        expect.objectContaining({ code: 'subscription_update_when_canceled' }),
      );
    }
  });
});
