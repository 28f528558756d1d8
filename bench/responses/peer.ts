import { availableParallelism } from 'node:os';
import { getMedian, report } from '../support/report.ts';
import type { Round } from './compare.ts';
import { type RecordedResponse, record } from './record.ts';

/** Another server with the same lists, which is measured in the same rounds. */
export interface Peer {
  /** What `/api` is on Tezi, without a trailing slash. */
  apiUrl: string;
  /** The path of `apiUrl`, empty if it is the root. */
  apiPath: string;
  /** The id of its newest article: servers number their articles differently. */
  articleId: string;
}

const ARTICLE_PATH = /^\/news\/articles\/\d+\/$/;

/** Connects to the peer. Throws if it has another number of articles, because the rates could not be compared. */
export async function connectPeer(peerUrl: string, articles: number): Promise<Peer> {
  const apiUrl = peerUrl.replace(/\/+$/, '');
  const url = `${apiUrl}/news/articles/`;
  const response = await record(url, {});
  if (response.status !== 200) {
    throw new Error(
      `${url} responded ${response.status}. Set PEER_URL to what precedes \`/news/articles/\`.`,
    );
  }
  const { count, results } = parseList(url, response);
  if (count !== articles) throw new Error(`The peer has ${count} articles; fill it with ${articles}.`);
  return { apiUrl, apiPath: new URL(apiUrl).pathname.replace(/\/$/, ''), articleId: String(results[0]?.id) };
}

/** Returns the peer's URL for a path of Tezi; `null` for pages, which a peer need not have. */
export function toPeerUrl({ apiUrl, articleId }: Peer, path: string): string | null {
  if (!path.startsWith('/api/')) return null;
  const peerPath = path.slice('/api'.length);
  return apiUrl + (ARTICLE_PATH.test(peerPath) ? `/news/articles/${articleId}/` : peerPath);
}

/**
 * Requests a URL of the peer once. Returns `null` if the peer does not have the path; throws if it responds with another
 * status, because wrk counts redirects as responses.
 */
export async function probePeer(
  url: string,
  headers: Record<string, string>,
): Promise<RecordedResponse | null> {
  const response = await record(url, headers);
  if (response.status === 404) return null;
  if (response.status !== 200) throw new Error(`${url} responded ${response.status}.`);
  return response;
}

/** Returns true if the peer has all of the paths. */
export async function hasPaths({ apiUrl }: Peer, paths: string[]): Promise<boolean> {
  for (const path of paths) {
    if (!(await probePeer(apiUrl + path, {}))) return false;
  }
  return true;
}

function parseList(url: string, { body }: RecordedResponse): { count: number; results: { id?: unknown }[] } {
  const list = JSON.parse(Buffer.from(body, 'base64').toString());
  if (!Array.isArray(list?.results) || list.results[0]?.id === undefined) {
    throw new Error(`${url} is not a list of articles with \`count\` and \`results\`.`);
  }
  return list;
}

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
