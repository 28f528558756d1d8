import { expect, it } from 'vitest';
import { evaluateNaively } from '#tests/support/evaluation/naive-evaluator.ts';
import { makeHistory } from '#tests/support/evaluation/random-histories.ts';
import { evaluateSignal } from './evaluate-signal.ts';
import type { Evaluation, PathResult } from './evaluation.ts';

/** `npm run test:evaluation` sets 100,000. */
const HISTORIES = Number(process.env.EVALUATION_HISTORIES ?? 3_000);

it(`agrees with the list of all paths on ${HISTORIES} random histories`, { timeout: 900_000 }, () => {
  const counts: Record<string, number> = {};
  let [withSeveral, most] = [0, 0];
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const history = makeHistory(seed);
    const { signal, bars, adjustments } = history;
    const evaluation = evaluateSignal(signal, bars, adjustments, history);
    const { paths, ...all } = evaluateNaively(signal, bars, adjustments, history);
    expect(summarize(evaluation), `seed ${seed}`).toEqual(all);
    const key = [evaluation.state, evaluation.reason].filter(Boolean).join(' ');
    counts[key] = (counts[key] ?? 0) + 1;
    if (paths > 1) withSeveral += 1;
    most = Math.max(most, paths);
  }
  // Every end occurs, so that the agreement is about all of them.
  expect(Object.keys(counts).sort()).toEqual(ENDS);
  if (process.env.EVALUATION_HISTORIES)
    console.info(`${HISTORIES} histories agree, ${withSeveral} with several paths, at most ${most}`, counts);
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
  'closed trading_ended',
  'expired no_prices',
  'expired validity',
  'not_measurable',
  'open',
  'open prices_missing',
  'pending',
  'pending entry_missed',
  'pending prices_missing',
];

/**
 * Returns what the list of paths has of each, dates and days included: the exits part by part, and the result, of an open signal at the
 * last close.
 */
function summarize(evaluation: Evaluation) {
  const { state, reason, fill, targetsHit, rMultiple, percent, mark, barsHeld } = evaluation;
  const { bounds, isMeasurable, endedOn } = evaluation;
  return {
    bounds: { worst: toResult(bounds.worst), best: toResult(bounds.best) },
    isMeasurable,
    endedOn,
    shown: {
      state,
      reason,
      fill,
      parts: listParts(evaluation),
      targetsHit,
      r: rMultiple ?? mark?.rMultiple ?? null,
      percent: percent ?? mark?.percent ?? null,
      barsHeld,
    },
  };
}

const toResult = ({ rMultiple, fill, exits }: PathResult) => ({
  r: rMultiple,
  fill,
  parts: listParts({ exits }),
});

const listParts = ({ exits }: Pick<Evaluation, 'exits'>) =>
  exits.flatMap(({ parts, ...exit }) => Array<typeof exit>(parts).fill(exit));
