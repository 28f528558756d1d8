import { describe, expect, it } from 'vitest';
import { describeEvaluation } from './describe-outcome.ts';
import type { Evaluation } from './signal-details.ts';

const makeEvaluation = (parts: Partial<Evaluation>): Evaluation => ({
  sequence: 1,
  evaluated_at: '2026-11-20T11:00:00.000Z',
  replaced_at: null,
  evaluator_version: 1,
  is_corrected: false,
  prices_until: '2026-11-20',
  state: 'pending',
  reason: null,
  fill_date: null,
  fill_price: null,
  exits: [],
  targets_hit: 0,
  r_multiple: null,
  percent: null,
  worst_r_multiple: null,
  best_r_multiple: null,
  is_measurable: true,
  bars_held: null,
  ended_on: null,
  steps: [
    { code: 'published', date: '2026-11-20', order_kind: 'limit', reference_close: null, in_session: false },
  ],
  ...parts,
});

const describeIt = (parts: Partial<Evaluation>) => describeEvaluation(makeEvaluation(parts));

describe('a pending signal', () => {
  it('a pending signal is not evaluated while there are no prices since its publication', () => {
    expect(describeIt({ prices_until: '2026-11-19' })).toMatchObject({
      status: 'Waiting for entry',
      explanation: expect.stringContaining('none since its publication'),
    });
  });

  it('a pending signal has not reached its entry by the prices since its publication', () => {
    expect(describeIt({})).toMatchObject({
      status: 'Waiting for entry',
      explanation: 'By the prices until 20 Nov 2026, the entry has not been filled.',
    });
  });
});

it('does not call a stop past the entry price a loss', () => {
  const closed = { state: 'closed', reason: 'stop', percent: '4.00', ended_on: '2026-11-20' } as const;
  expect(describeIt({ ...closed, r_multiple: '0.8000' }).status).toBe('Stopped');
  expect(describeIt({ ...closed, r_multiple: '-1.0000' }).status).toBe('Stopped');
});
