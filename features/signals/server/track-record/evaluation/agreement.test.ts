import { expect, it } from 'vitest';
import { evaluateNaively } from '#tests/support/evaluation/naive-evaluator.ts';
import { makeHistory } from '#tests/support/evaluation/random-histories.ts';
import { evaluateSignal } from './evaluate-signal.ts';
import type { Evaluation } from './evaluation.ts';

/** `npm run test:evaluation` sets 100,000. */
const HISTORIES = Number(process.env.EVALUATION_HISTORIES ?? 3_000);

it(`agrees with the list of all paths on ${HISTORIES} random histories`, { timeout: 900_000 }, () => {
  const counts: Record<string, number> = {};
  let [withSeveral, most] = [0, 0];
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const history = makeHistory(seed);
    const { signal, bars, adjustments } = history;
    const evaluation = evaluateSignal(signal, bars, adjustments, history);
    const { candidates, paths, ...all } = evaluateNaively(signal, bars, adjustments, history);
    const { bounds, isMeasurable, endedOn } = evaluation;
    expect(
      { bounds: { worst: bounds.worst.rMultiple, best: bounds.best.rMultiple }, isMeasurable, endedOn },
      `seed ${seed}`,
    ).toEqual(all);
    // Several paths may have the worst result: the recorded one is among them.
    expect(candidates, `seed ${seed}`).toContainEqual(summarize(evaluation));
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
  'pending',
  'pending entry_missed',
];

/** Returns what the list of paths has of each: the exits part by part, and the result, of an open signal at the last close. */
const summarize = ({
  state,
  reason,
  fill,
  exits,
  targetsHit,
  rMultiple,
  percent,
  mark,
  barsHeld,
}: Evaluation) => ({
  state,
  reason,
  fill,
  parts: exits.flatMap(({ parts, ...exit }) => Array<typeof exit>(parts).fill(exit)),
  targetsHit,
  r: rMultiple ?? mark?.rMultiple ?? null,
  percent: percent ?? mark?.percent ?? null,
  barsHeld,
});
