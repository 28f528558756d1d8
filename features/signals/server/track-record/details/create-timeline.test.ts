import { expect, it } from 'vitest';
import { createTimelineEvent } from '#features/signals/server/changes/timeline-events.ts';
import type { EvaluationStep } from '#features/signals/server/track-record/evaluation/evaluation.ts';
import type { OutcomeRow } from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import { createTimeline } from './create-timeline.ts';

const date = '2026-11-20';
const filled: EvaluationStep = { code: 'filled', date, price: 10_000, at: 'entry' };
const exited: EvaluationStep = { code: 'exited_at_close', date, price: 10_400, reason: 'manual' };

/** Ended on 20 November, so that each evaluation corrects the one before it. */
const makeOutcome = (sequence: number, steps: EvaluationStep[]): OutcomeRow => ({
  signalId: 'c0000000-0000-4000-8000-000000000001',
  sequence,
  evaluatedAt: new Date(`2026-11-2${sequence}T11:00:00.000Z`),
  evaluatorVersion: 2,
  pricesUntil: date,
  state: 'closed',
  reason: 'manual',
  orderKind: 'limit',
  referenceClose: null,
  fillDate: date,
  fillPrice: 10_000,
  exits: [],
  targetsHit: 0,
  rMultiple: '2.0000',
  percent: '10.00',
  worstRMultiple: '2.0000',
  bestRMultiple: '2.0000',
  bestPath: null,
  isMeasurable: true,
  barsHeld: 0,
  endedOn: date,
  steps,
  referenceAdjustments: null,
  inputs: null,
  bars: null,
  isCorrected: false,
});

const published = createTimelineEvent({ kind: 'published', at: new Date('2026-11-20T06:00:00Z') });

it('lists the publication first, and what prices show of a day before what happened during it', () => {
  const events = createTimeline({
    versions: [published, createTimelineEvent({ kind: 'closed', at: new Date('2026-11-20T08:00:00Z') })],
    expiredAt: null,
    outcomes: [makeOutcome(1, [filled, exited])],
    decisions: [],
  });
  expect(events.map(({ kind }) => kind)).toEqual(['published', 'filled', 'closed', 'exited']);
  expect(events[0]).toMatchObject({ at: '2026-11-20T06:00:00.000Z', date });
  expect(events[1]).toMatchObject({ at: null, date, price: '100.00' });
});

it('uses the newest evaluation only, and says when it replaced another', () => {
  const events = createTimeline({
    versions: [published],
    expiredAt: null,
    outcomes: [makeOutcome(3, [filled]), makeOutcome(2, [exited]), makeOutcome(1, [exited])],
    decisions: [],
  });
  expect(events.map(({ kind, at }) => [kind, at])).toEqual([
    ['published', '2026-11-20T06:00:00.000Z'],
    ['filled', null],
    ['reevaluated', '2026-11-22T11:00:00.000Z'],
    ['reevaluated', '2026-11-23T11:00:00.000Z'],
  ]);
});
