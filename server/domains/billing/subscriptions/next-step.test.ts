import { describe, expect, it } from 'vitest';
import { getNextStep } from './next-step.ts';

const NOW = new Date('2026-11-21T05:42:00Z');
const AHEAD = new Date('2026-12-21T05:00:00Z');
const OVER = new Date('2026-11-21T05:42:00Z');
const START = new Date('2026-11-10T05:00:00Z');

describe('what is asked of Paddle', () => {
  it.each([
    // status, scheduled, pause, cancel, resume
    ['active', null, 'pause', 'cancel', 'nothing'],
    ['active', 'pause', 'nothing', 'scheduled-otherwise', 'undo'],
    ['active', 'cancel', 'scheduled-otherwise', 'nothing', 'undo'],
    ['trialing', null, 'pause', 'cancel', 'nothing'],
    ['trialing', 'cancel', 'scheduled-otherwise', 'nothing', 'undo'],
    ['past_due', null, 'pause', 'cancel', 'nothing'],
    ['past_due', 'pause', 'nothing', 'scheduled-otherwise', 'undo'],
    ['paused', null, 'nothing', 'paused', 'now'],
    ['paused', 'resume', 'nothing', 'paused', 'now'],
    ['paused', 'cancel', 'nothing', 'nothing', 'undo'],
    ['canceled', null, 'ended', 'nothing', 'ended'],
  ] as const)('while %s with %s scheduled: %s, %s, %s', (status, scheduledAction, pause, cancel, resume) => {
    const state = { status, scheduledAction, periodStart: START, periodEnd: OVER, lastPaymentAt: START };
    expect(getNextStep(state, 'pause', NOW)).toBe(pause);
    expect(getNextStep(state, 'cancel', NOW)).toBe(cancel);
    expect(getNextStep(state, 'resume', NOW)).toBe(resume);
  });

  const paused = { status: 'paused', scheduledAction: null, periodStart: START } as const;

  it('goes on with the paid period while there is one, and in a new one after it', () => {
    const paid = { ...paused, lastPaymentAt: START };
    expect(getNextStep({ ...paid, periodEnd: AHEAD }, 'resume', NOW)).toBe('continue');
    expect(getNextStep({ ...paid, periodEnd: AHEAD }, 'resume', AHEAD)).toBe('now');
    expect(getNextStep({ ...paid, periodEnd: null }, 'resume', NOW)).toBe('now');
  });

  it.each([
    ['nothing was ever paid', null, 'now'],
    ['the last payment was for the period before', new Date('2026-10-10T05:00:00Z'), 'now'],
    ['the payment is dated just before its period', new Date('2026-11-10T04:59:00Z'), 'continue'],
    ['it was paid late', new Date('2026-11-15T05:00:00Z'), 'continue'],
  ] as const)('gives no time for nothing: %s', (_, lastPaymentAt, step) => {
    expect(getNextStep({ ...paused, periodEnd: AHEAD, lastPaymentAt }, 'resume', NOW)).toBe(step);
  });
});
