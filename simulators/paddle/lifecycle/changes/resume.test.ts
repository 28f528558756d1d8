import { describe, expect, it } from 'vitest';
import { CHARGE, createTestSubscription, DAY_MS } from '#tests/support/paddle-simulator/test-subscription.ts';
import { pauseSubscription } from './changes.ts';
import { resumeSubscription } from './resume.ts';

describe('a resume', () => {
  it('resumes in a new period and charges for it', () => {
    const { change, now, takeEventTypes } = createTestSubscription();
    change((changeset) => pause(changeset, now(), 'immediately'));
    expect(takeEventTypes()).toEqual(['subscription.updated', 'subscription.paused']);
    change((changeset) =>
      resumeSubscription(changeset, now(), {
        effectiveFrom: 'immediately',
        onResume: 'start_new_billing_period',
      }),
    );
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
      change((changeset) =>
        resumeSubscription(changeset, now(), {
          effectiveFrom: 'immediately',
          onResume: 'continue_existing_billing_period',
        }),
      );
    change((changeset) => pause(changeset, now(), 'immediately'));
    takeEventTypes();
    resume();
    expect(takeEventTypes()).toEqual(['subscription.updated', 'subscription.resumed']);
    expect(now()).toMatchObject({ status: 'active', current_billing_period: before });
    change((changeset) => pause(changeset, now(), 'immediately'));
    await control.advance({ ms: 32 * DAY_MS });
    expect(resume).toThrow(
      expect.objectContaining({ code: 'subscription_continuing_existing_billing_period_not_allowed' }),
    );
  });

  it('resumes automatically on the date set with the pause', async () => {
    const { change, now, control } = createTestSubscription();
    change((changeset) =>
      pauseSubscription(changeset, now(), {
        effectiveFrom: 'next_billing_period',
        resumeAt: '2027-02-10T00:00:00Z',
        onResume: 'continue_existing_billing_period',
      }),
    );
    const actions = await control.advance({ to: '2027-02-11T00:00:00Z' });
    expect(actions.map(({ kind }) => kind)).toEqual(['scheduled_change', 'scheduled_change']);
    expect(now()).toMatchObject({ status: 'active' });
    expect(now().next_billed_at).toBe('2027-03-10T00:00:00.000000Z');
  });

  it('rejects resuming a subscription that is not paused', () => {
    const { change, now } = createTestSubscription();
    expect(() =>
      change((changeset) =>
        resumeSubscription(changeset, now(), {
          effectiveFrom: 'immediately',
          onResume: 'start_new_billing_period',
        }),
      ),
    ).toThrow(expect.objectContaining({ status: 400, code: 'subscription_must_be_paused' }));
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
