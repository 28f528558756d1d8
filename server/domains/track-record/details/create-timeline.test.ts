import { expect, it } from 'vitest';
import type { Evaluation, EvaluationStep } from '#contract/track-record/signal-details.ts';
import { createTimeline } from './create-timeline.ts';

const makeEvaluation = (
  sequence: number,
  steps: EvaluationStep[],
  replaced_at: string | null = null,
): Evaluation => ({
  sequence,
  evaluated_at: `2026-11-2${sequence}T11:00:00.000Z`,
  replaced_at,
  evaluator_version: 1,
  is_corrected: false,
  prices_until: '2026-11-20',
  state: 'closed',
  reason: 'target',
  fill_date: '2026-11-20',
  fill_price: '100.00',
  exits: [],
  targets_hit: 1,
  r_multiple: '2.0000',
  percent: '10.00',
  worst_r_multiple: '2.0000',
  best_r_multiple: '2.0000',
  is_measurable: true,
  bars_held: 0,
  ended_on: '2026-11-20',
  steps,
});

const date = '2026-11-20';
const filled: EvaluationStep = { code: 'filled', date, price: '100.00', at: 'entry' };
const exited: EvaluationStep = { code: 'exited_at_close', date, price: '104.00', reason: 'manual' };

it('lists the publication first, and what prices show of a day before what happened during it', () => {
  const events = createTimeline({
    publishedAt: new Date('2026-11-20T06:00:00Z'),
    changes: [{ kind: 'closed', changedAt: new Date('2026-11-20T08:00:00Z') }],
    expiredAt: null,
    evaluations: [makeEvaluation(1, [filled, exited])],
    decisions: [],
  });
  expect(events.map(({ kind }) => kind)).toEqual(['published', 'filled', 'closed', 'exited']);
  expect(events[0]).toMatchObject({ at: '2026-11-20T06:00:00.000Z', date });
  expect(events[1]).toMatchObject({ at: null, date, price: '100.00' });
});

it('uses the newest evaluation only, and says when it replaced another', () => {
  const events = createTimeline({
    publishedAt: new Date('2026-11-20T06:00:00Z'),
    changes: [],
    expiredAt: null,
    evaluations: [
      makeEvaluation(3, [filled]),
      makeEvaluation(2, [exited], '2026-11-23T11:00:00.000Z'),
      makeEvaluation(1, [exited], '2026-11-22T11:00:00.000Z'),
    ],
    decisions: [],
  });
  expect(events.map(({ kind, at }) => [kind, at])).toEqual([
    ['published', '2026-11-20T06:00:00.000Z'],
    ['filled', null],
    ['reevaluated', '2026-11-22T11:00:00.000Z'],
    ['reevaluated', '2026-11-23T11:00:00.000Z'],
  ]);
});
