import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { getCompanyPath, paths } from '#core/contract/paths.ts';
import { NODE } from '#tests/support/server-process.ts';
import { type Server, startServers, stopServers } from '../support/server.ts';
import { compare } from './compare.ts';
import { BROWSER, type Context, measureOnPeer } from './context.ts';
import { measureRate, measureTotalRate, waitUntilQuiet } from './load.ts';
import { type PeerComparison, probePeer, reportPeer, toPeerUrl } from './peer.ts';
import { getHeader, type RecordedResponse, record } from './record.ts';

const TARGET = 0.8;
const COMPANY = 'LUCK';

interface Hot {
  name: string;
  path: string;
  headers: Record<string, string>;
  isConditional?: boolean;
  /** How many times the rate of the peer. */
  peerTarget?: number;
}

const HOT: Hot[] = [
  {
    name: 'signals list',
    path: '/api/signals/psx-signals/?signal_type=intraday',
    headers: {},
    peerTarget: 60,
  },
  { name: 'news list', path: '/api/news/articles/', headers: {}, peerTarget: 100 },
  { name: 'news list, compressed', path: '/api/news/articles/', headers: BROWSER },
  { name: 'article', path: '/api/news/articles/7/', headers: {} },
  { name: 'board meetings', path: '/api/board-meetings/', headers: BROWSER },
  { name: 'book closures', path: '/api/book-closures/', headers: BROWSER },
  { name: 'company prices', path: `/api/market/prices/${COMPANY}/`, headers: BROWSER },
  { name: 'companies', path: '/api/market/directory/', headers: BROWSER },
  { name: 'search', path: '/api/search/?q=lucky', headers: BROWSER },
  { name: 'performance', path: '/api/performance/', headers: BROWSER },
  { name: 'plans', path: '/api/get_paddle_product_data/', headers: BROWSER },
  { name: 'news list, 304', path: '/api/news/articles/', headers: BROWSER, isConditional: true },
  { name: 'home page', path: paths.home, headers: BROWSER },
  { name: 'signals page', path: paths.psxSignals, headers: BROWSER },
  { name: 'news page', path: paths.news, headers: BROWSER },
  { name: 'article page', path: `${paths.newsDetails}?news_article=7`, headers: BROWSER },
  { name: 'board meetings page', path: paths.boardMeetings, headers: BROWSER },
  { name: 'book closures page', path: paths.bookClosure, headers: BROWSER },
  { name: 'pricing page', path: paths.pricing, headers: BROWSER },
  { name: 'company page', path: getCompanyPath(COMPANY), headers: BROWSER },
  { name: 'market page', path: paths.market, headers: BROWSER },
  { name: 'screener page', path: paths.screener, headers: BROWSER },
  { name: 'news page, 304', path: paths.news, headers: BROWSER, isConditional: true },
];

/**
 * Compares stored responses with a bare `node:http` server that sends the same bytes. Both are started for each row: on some
 * virtual machines, a process that was idle for a minute is up to a third slower, Tezi and bare servers alike, probably because the
 * kernel reclaims memory that is not in use. A demo evaluates signals and fetches sources for some seconds after its start, which
 * would count as work of the responses.
 */
export async function compareHot(context: Context, startServer: () => Promise<Server>): Promise<void> {
  const comparisons: PeerComparison[] = [];
  for (const hot of HOT) {
    const peerResponse = await findOnPeer(hot, context);
    const servers = await startServers(peerResponse ? availableParallelism() : 1, startServer);
    try {
      await Promise.all(servers.map(({ pid }) => waitUntilQuiet(pid)));
      comparisons.push(await compareOne(hot, servers, peerResponse, context));
    } finally {
      await stopServers(servers);
    }
  }
  if (context.peer) reportPeer('Hot responses', comparisons);
}

async function compareOne(
  hot: Hot,
  servers: [Server, ...Server[]],
  peerResponse: PeerResponse | null,
  context: Context,
): Promise<PeerComparison> {
  const { rounds, seconds, dir } = context;
  const headers = { ...hot.headers };
  const [server] = servers;
  const urls = servers.map((each) => each.url + hot.path);
  const url = server.url + hot.path;
  // The second response comes from the cache in front of the framework.
  for (const each of urls) await record(each, headers);
  const full = await record(url, headers);
  if (hot.isConditional) headers['If-None-Match'] = getHeader(full, 'etag');
  const recorded = hot.isConditional ? await record(url, headers) : full;
  if (recorded.status !== (hot.isConditional ? 304 : 200)) throw new Error(`${url}: ${recorded.status}`);
  const bare = await startBareServer(recorded, dir);
  try {
    const comparison = {
      name: hot.name,
      ours: () => measureRate(dir, url, { headers, seconds, pid: server.pid }),
      reference: () => measureRate(dir, bare.url + hot.path, { headers, seconds, pid: bare.pid }),
      peer: peerResponse && {
        ours: () => measureTotalRate(dir, urls, { headers, seconds }),
        peer: () => measureOnPeer(context, peerResponse.url, { headers }),
      },
      size: `${getSize(recorded)} bytes`,
    };
    const [measured = []] = await compare([comparison], {
      table: `Hot responses per second, and those of bare node:http (median of ${rounds} rounds of ${seconds} s)`,
      target: TARGET,
      rounds,
    });
    const sizes: PeerComparison['sizes'] = [getSize(recorded), peerResponse?.size];
    return { name: hot.name, rounds: measured, sizes, target: hot.peerTarget };
  } finally {
    await bare.stop();
  }
}

interface PeerResponse {
  url: string;
  size: number;
}

async function findOnPeer(
  { path, headers, isConditional }: Hot,
  { peer }: Context,
): Promise<PeerResponse | null> {
  const url = peer && !isConditional ? toPeerUrl(peer, path) : null;
  const response = url ? await probePeer(url, headers) : null;
  return url && response ? { url, size: getSize(response) } : null;
}

function getSize({ body }: RecordedResponse): number {
  return Buffer.from(body, 'base64').length;
}

async function startBareServer(recorded: RecordedResponse, dir: string): Promise<Server> {
  const file = join(dir, 'responses.json');
  writeFileSync(file, JSON.stringify([recorded]));
  const child = spawn(NODE, [join(import.meta.dirname, 'bare-server.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: String(line).trim(),
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
