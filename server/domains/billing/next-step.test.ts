import { describe, expect, it } from 'vitest';
import { nextStep } from './next-step.ts';

const NOW = new Date('2026-11-21T05:42:00Z');
const AHEAD = new Date('2026-12-21T05:00:00Z');
const OVER = new Date('2026-11-21T05:42:00Z');

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
    const state = { status, scheduledAction, periodEnd: OVER };
    expect(nextStep(state, 'pause', NOW)).toBe(pause);
    expect(nextStep(state, 'cancel', NOW)).toBe(cancel);
    expect(nextStep(state, 'resume', NOW)).toBe(resume);
  });

  it('goes on with the paid period while there is one, and in a new one after it', () => {
    const paused = { status: 'paused', scheduledAction: null } as const;
    expect(nextStep({ ...paused, periodEnd: AHEAD }, 'resume', NOW)).toBe('continue');
    expect(nextStep({ ...paused, periodEnd: AHEAD }, 'resume', AHEAD)).toBe('now');
    expect(nextStep({ ...paused, periodEnd: null }, 'resume', NOW)).toBe('now');
  });
});
