import { expect, it } from 'vitest';
import { evaluateNaively } from '#tests/support/evaluation/naive-evaluator.ts';
import { type History, makeHistory } from '#tests/support/evaluation/random-histories.ts';
import { evaluateSignal } from './evaluate-signal.ts';
import type { Evaluation } from './evaluation.ts';

/** `npm run test:evaluation` sets 100,000. */
const HISTORIES = Number(process.env.EVALUATION_HISTORIES ?? 3_000);

it(`agrees with the independent evaluator on ${HISTORIES} random histories`, { timeout: 600_000 }, () => {
  const counts: Record<string, number> = {};
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const history = makeHistory(seed);
    const evaluation = evaluate(history);
    const { signal, bars, adjustments, pricesUntil } = history;
    expect(summarize(evaluation), `seed ${seed}`).toEqual(
      evaluateNaively(signal, bars, adjustments, pricesUntil),
    );
    const key = [evaluation.state, evaluation.reason].filter(Boolean).join(' ');
    counts[key] = (counts[key] ?? 0) + 1;
  }
  // Every end occurs, so that the agreement is about all of them.
  expect(Object.keys(counts).sort()).toEqual(ENDS);
  if (process.env.EVALUATION_HISTORIES) console.info(`${HISTORIES} histories agree`, counts);
});

const ENDS = [
  'canceled closed',
  'canceled stop_moved',
  'closed breakeven',
  'closed manual',
  'closed session_end',
  'closed stop',
  'closed target',
  'closed time',
  'expired no_prices',
  'expired unproven',
  'expired validity',
  'open',
  'pending',
];

const evaluate = ({ signal, bars, adjustments, pricesUntil }: History) =>
  evaluateSignal(signal, bars, adjustments, { pricesUntil });

/** Returns what the independent evaluator returns: the exits part by part. */
const summarize = ({ state, reason, fill, exits, targetsHit, rMultiple, percent, mark }: Evaluation) => ({
  state,
  reason,
  fill,
  parts: exits.flatMap(({ parts, ...exit }) => Array<typeof exit>(parts).fill(exit)),
  targetsHit,
  r: rMultiple,
  percent,
  markR: mark?.rMultiple ?? null,
});
