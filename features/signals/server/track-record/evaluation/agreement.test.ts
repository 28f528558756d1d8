import { expect, it } from 'vitest';
import { evaluateReadings } from '#features/signals/server/track-record/outcomes/evaluate-readings.ts';
import { evaluateReadingsNaively } from '#tests/support/evaluation/naive-readings.ts';
import { makeHistory } from '#tests/support/evaluation/random-histories.ts';
import type { Evaluation, PathResult } from './evaluation.ts';

/** `npm run test:evaluation` sets 100,000. */
const HISTORIES = Number(process.env.EVALUATION_HISTORIES ?? 3_000);

it(`agrees with the list of all paths on ${HISTORIES} random histories`, { timeout: 900_000 }, () => {
  const counts: Record<string, number> = {};
  const kinds = { severalPaths: 0, mostPaths: 0, severalReadings: 0, implied: 0, refuted: 0, ...SITUATIONS };
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const history = makeHistory(seed);
    const { signal, bars, adjustments } = history;
    const { evaluation } = evaluateReadings(signal, bars, adjustments, history);
    const { paths, readings, implied, refuted, ...all } = evaluateReadingsNaively(
      signal,
      bars,
      adjustments,
      history,
    );
    expect(summarize(evaluation), `seed ${seed}`).toEqual(all);
    const key = [evaluation.state, evaluation.reason].filter(Boolean).join(' ');
    counts[key] = (counts[key] ?? 0) + 1;
    kinds.severalPaths += Number(paths > 1);
    kinds.mostPaths = Math.max(kinds.mostPaths, paths);
    kinds.severalReadings += Number(readings > 1);
    kinds.implied += Number(implied > 0);
    kinds.refuted += Number(refuted > 0);
    kinds.subtractedDividends += Number(evaluation.steps.some(({ code }) => code === 'dividend_subtracted'));
    const missing = evaluation.steps.find((step) => step.code === 'prices_missing');
    if (missing)
      kinds[bars.some(({ date }) => date === missing.date) ? 'contradictedBars' : 'missingBars'] += 1;
  }
  // Every end occurs, so that the agreement is about all of them.
  expect(Object.keys(counts).sort()).toEqual(ENDS);
  expect(Object.entries(kinds).filter(([, count]) => count === 0)).toEqual([]);
  if (process.env.EVALUATION_HISTORIES) console.info(`${HISTORIES} histories agree`, kinds, counts);
});

/**
 * Histories whose evaluation waits for a bar that is not there, or for one that could have been replaced, and those in which a cash dividend
 * shows that none is missing.
 */
const SITUATIONS = { missingBars: 0, contradictedBars: 0, subtractedDividends: 0 };

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
