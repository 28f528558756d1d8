import { availableParallelism } from 'node:os';
import { getMedian, report } from '../report.ts';
import type { Round } from './compare.ts';

export interface PeerComparison {
  name: string;
  rounds: readonly Round[];
  /** The bytes of the response of Tezi and of the peer. */
  sizes?: [number, number | undefined];
  target?: number | undefined;
}

/** Reports how many times the rate of the peer Tezi has, for the paths that the peer has. */
export function reportPeer(kind: string, comparisons: readonly PeerComparison[]): void {
  for (const { name, rounds, sizes, target } of comparisons) {
    const measured = rounds.flatMap(({ peer }) => peer ?? []);
    if (measured.length === 0 && target === undefined) continue;
    const times = getMedian(measured.map(({ ours, peer }) => ours / peer.perSecond));
    const timesOne = getMedian(
      rounds.flatMap(({ ours, peer }) => (peer ? ours.perSecond / peer.peer.perSecond : [])),
    );
    const format = (figure: number | undefined, digits = 0) =>
      figure === undefined || Number.isNaN(figure) ? '–' : figure.toFixed(digits);
    report({
      table: `${kind} per second of ${availableParallelism()} Tezi servers, and of the peer`,
      name,
      figures: {
        Tezi: format(getMedian(measured.map(({ ours }) => ours))),
        peer: format(getMedian(measured.map(({ peer }) => peer.perSecond)), 1),
        'times the peer': format(times, times < 10 ? 1 : 0),
        'one server': format(timesOne, timesOne < 10 ? 1 : 0),
        ...(sizes ? { bytes: format(sizes[0]), "peer's bytes": format(sizes[1]) } : {}),
      },
      // A peer without the path misses the target: nothing was compared.
      ...(target === undefined ? {} : { target: String(target), isMet: times >= target }),
    });
  }
}
