import { describe, expect, it } from 'vitest';
import { pauseSubscription, resumeSubscription } from '#simulators/paddle/lifecycle/changes.ts';
import { CHARGE, createTestSubscription, DAY_MS } from '#tests/support/paddle-simulator/test-subscription.ts';

describe('a resume', () => {
  it('resumes in a new period and charges for it', () => {
    const { change, now, takeEventTypes } = createTestSubscription();
    change((changeset) => pauseSubscription(changeset, now(), 'immediately'));
    expect(takeEventTypes()).toEqual(['subscription.updated', 'subscription.paused']);
    change((changeset) => resumeSubscription(changeset, now(), 'start_new_billing_period'));
    expect(takeEventTypes()).toEqual([
      'subscription.updated',
      'subscription.resumed',
      ...CHARGE,
      'subscription.updated',
    ]);
    expect(now()).toMatchObject({ status: 'active', paused_at: null });
  });

  it('resumes in the paused period until it has ended', async () => {
    const { change, now, takeEventTypes, control } = createTestSubscription();
    const before = now().current_billing_period;
    const resume = () =>
      change((changeset) => resumeSubscription(changeset, now(), 'continue_existing_billing_period'));
    change((changeset) => pauseSubscription(changeset, now(), 'immediately'));
    takeEventTypes();
    resume();
    expect(takeEventTypes()).toEqual(['subscription.updated', 'subscription.resumed']);
    expect(now()).toMatchObject({ status: 'active', current_billing_period: before });
    change((changeset) => pauseSubscription(changeset, now(), 'immediately'));
    await control.advance({ ms: 32 * DAY_MS });
    expect(resume).toThrow(
      expect.objectContaining({ code: 'subscription_continuing_existing_billing_period_not_allowed' }),
    );
  });

  it('rejects resuming a subscription that is not paused', () => {
    const { change, now } = createTestSubscription();
    expect(() =>
      change((changeset) => resumeSubscription(changeset, now(), 'start_new_billing_period')),
    ).toThrow(expect.objectContaining({ status: 400, code: 'subscription_must_be_paused' }));
  });
});
