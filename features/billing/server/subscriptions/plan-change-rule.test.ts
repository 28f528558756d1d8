import { expect, it } from 'vitest';
import { getPlanChangeStep, type PlanChangeStep } from './subscription-rules.ts';

const NOW = new Date('2026-11-22T10:00:00Z');
const ACTIVE = {
  status: 'active',
  scheduledAction: null,
  priceId: 'pri_pro_month',
  nextBilledAt: new Date('2026-12-21T05:00:00Z'),
} as const;

const prorated: PlanChangeStep = { kind: 'change', proration: 'prorated_immediately' };
const free: PlanChangeStep = { kind: 'change', proration: 'do_not_bill' };
const none: PlanChangeStep = { kind: 'none' };
const blocked = (blocker: Extract<PlanChangeStep, { kind: 'blocked' }>['blocker']): PlanChangeStep => ({
  kind: 'blocked',
  blocker,
});

it.each<[string, Partial<Parameters<typeof getPlanChangeStep>[0]>, PlanChangeStep]>([
  ['prorates a change of an active subscription', {}, prorated],
  ['charges nothing during a trial', { status: 'trialing' }, free],
  ['does nothing for the current price', { priceId: 'pri_pro_year' }, none],
  [
    'does nothing for the current price of a paused subscription',
    { priceId: 'pri_pro_year', status: 'paused' },
    none,
  ],
  ['rejects an ended subscription', { status: 'canceled' }, blocked('ended')],
  [
    'rejects an ended subscription with the same price',
    { status: 'canceled', priceId: 'pri_pro_year' },
    blocked('ended'),
  ],
  ['rejects a paused subscription', { status: 'paused', nextBilledAt: null }, blocked('paused')],
  ['rejects an overdue subscription', { status: 'past_due' }, blocked('past_due')],
  ['rejects a scheduled cancellation', { scheduledAction: 'cancel' }, blocked('change_scheduled')],
  ['rejects a scheduled pause', { scheduledAction: 'pause' }, blocked('change_scheduled')],
  [
    'rejects a paused subscription that will resume',
    { status: 'paused', scheduledAction: 'resume' },
    blocked('paused'),
  ],
  [
    'rejects a change 30 minutes before a renewal',
    { nextBilledAt: new Date('2026-11-22T10:30:00Z') },
    blocked('renewing'),
  ],
  [
    'accepts a change 31 minutes before a renewal',
    { nextBilledAt: new Date('2026-11-22T10:31:00Z') },
    prorated,
  ],
  [
    'rejects a change after a missed renewal',
    { nextBilledAt: new Date('2026-11-22T09:00:00Z') },
    blocked('renewing'),
  ],
])('%s', (_, state, step) => {
  expect(getPlanChangeStep({ ...ACTIVE, ...state }, 'pri_pro_year', NOW)).toEqual(step);
});
