import { getMedian, report } from '../support/report.ts';
import type { Rate } from './load.ts';

/** A row of a table, and how its rates are measured. */
export interface Comparison {
  name: string;
  ours: () => Promise<Rate>;
  reference: () => Promise<Rate>;
  /** `null` if the peer does not have the path. */
  peer: PeerMeasurements | null;
  /** The size of the response, or of the reference's work. */
  size: string;
}

/** Responses per second of Tezi and of the peer, each with as many processes as the machine has cores. */
interface PeerMeasurements {
  ours: () => Promise<number>;
  peer: () => Promise<Rate>;
}

export interface Round {
  ours: Rate;
  reference: Rate;
  peer?: { ours: number; peer: Rate };
}

/**
 * Measures each row once in every round, after a round that warms up, and reports its median ratio. Returns the rounds of each
 * row.
 */
export async function compare(
  comparisons: readonly Comparison[],
  { table, target, rounds }: { table: string; target: number; rounds: number },
): Promise<Round[][]> {
  const measured: Round[][] = comparisons.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, comparison] of comparisons.entries()) {
      const rates = await measureRound(comparison, round);
      if (round > 0) measured[index]?.push(rates);
    }
  }
  for (const [index, comparison] of comparisons.entries()) {
    reportRatio(comparison, measured[index] ?? [], { table, target });
  }
  return measured;
}

/** Measures in alternating order, because a measurement depends on what the machine did before it. */
async function measureRound({ ours, reference, peer }: Comparison, round: number): Promise<Round> {
  const isReversed = round % 2 === 1;
  const [ourRate, referenceRate] = await inOrder(ours, reference, isReversed);
  const rates = { ours: ourRate, reference: referenceRate };
  if (!peer) return rates;
  const [total, peerRate] = await inOrder(peer.ours, peer.peer, isReversed);
  return { ...rates, peer: { ours: total, peer: peerRate } };
}

async function inOrder<A, B>(
  first: () => Promise<A>,
  second: () => Promise<B>,
  isReversed: boolean,
): Promise<[A, B]> {
  if (!isReversed) return [await first(), await second()];
  const result = await second();
  return [await first(), result];
}

function reportRatio(
  { name, size }: Comparison,
  rounds: readonly Round[],
  { table, target }: { table: string; target: number },
): void {
  const ratios = rounds.map(({ ours, reference }) => ours.perSecond / reference.perSecond);
  const cpuRatio = getMedian(
    rounds.map(({ ours, reference }) => reference.cpuMicroseconds / ours.cpuMicroseconds),
  );
  const ratio = getMedian(ratios);
  report({
    table,
    name,
    figures: {
      Tezi: getMedian(rounds.map(({ ours }) => ours.perSecond)).toFixed(0),
      reference: getMedian(rounds.map(({ reference }) => reference.perSecond)).toFixed(0),
      ratio: ratio.toFixed(2),
      ...(Number.isNaN(cpuRatio) ? {} : { 'of CPU': cpuRatio.toFixed(2) }),
      'CPU µs': getMedian(rounds.map(({ ours }) => ours.cpuMicroseconds)).toFixed(0),
      size,
    },
    target: String(target),
    isMet: ratio >= target,
  });
}
