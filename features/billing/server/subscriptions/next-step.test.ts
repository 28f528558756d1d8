import { describe, expect, it } from 'vitest';
import { getNextStep } from './subscription-rules.ts';

const NOW = new Date('2026-11-21T05:42:00Z');
const FUTURE = new Date('2026-12-21T05:00:00Z');
const PAST = new Date('2026-11-21T05:42:00Z');
const START = new Date('2026-11-10T05:00:00Z');

describe('getNextStep', () => {
  it.each([
    // status, scheduled, pause, cancel, resume
    ['active', null, 'pause', 'cancel', 'nothing'],
    ['active', 'pause', 'nothing', 'other-change-scheduled', 'unschedule'],
    ['active', 'cancel', 'other-change-scheduled', 'nothing', 'unschedule'],
    ['trialing', null, 'pause', 'cancel', 'nothing'],
    ['trialing', 'cancel', 'other-change-scheduled', 'nothing', 'unschedule'],
    ['past_due', null, 'pause', 'cancel', 'nothing'],
    ['past_due', 'pause', 'nothing', 'other-change-scheduled', 'unschedule'],
    ['paused', null, 'nothing', 'cancelNow', 'now'],
    ['paused', 'resume', 'nothing', 'cancelNow', 'now'],
    ['paused', 'cancel', 'nothing', 'nothing', 'unschedule'],
    ['canceled', null, 'ended', 'nothing', 'ended'],
  ] as const)(
    'determines the steps when %s with %s scheduled: %s for pause, %s for cancel and %s for resume',
    (status, scheduledAction, pause, cancel, resume) => {
      const state = { status, scheduledAction, periodStart: START, periodEnd: PAST, lastPaymentAt: START };
      expect(getNextStep(state, 'pause', NOW)).toBe(pause);
      expect(getNextStep(state, 'cancel', NOW)).toBe(cancel);
      expect(getNextStep(state, 'resume', NOW)).toBe(resume);
    },
  );

  const paused = { status: 'paused', scheduledAction: null, periodStart: START } as const;

  it('continues the paid period, and starts a new one after it', () => {
    const paid = { ...paused, lastPaymentAt: START };
    expect(getNextStep({ ...paid, periodEnd: FUTURE }, 'resume', NOW)).toBe('continue');
    expect(getNextStep({ ...paid, periodEnd: FUTURE }, 'resume', FUTURE)).toBe('now');
    expect(getNextStep({ ...paid, periodEnd: null }, 'resume', NOW)).toBe('now');
  });

  it.each([
    ['starts a new period when nothing was paid', null, 'now'],
    [
      'starts a new period when the last payment was for the period before',
      new Date('2026-10-10T05:00:00Z'),
      'now',
    ],
    [
      'continues a period whose payment is dated just before it',
      new Date('2026-11-10T04:59:00Z'),
      'continue',
    ],
    ['continues a period that was paid late', new Date('2026-11-15T05:00:00Z'), 'continue'],
  ] as const)('%s', (_, lastPaymentAt, step) => {
    expect(getNextStep({ ...paused, periodEnd: FUTURE, lastPaymentAt }, 'resume', NOW)).toBe(step);
  });
});
