/**
 * `npm run bench:responses -- --database URL [--rounds N --seconds N --only hot|cold]`: fills a database on a PostgreSQL server with
 * 20,000 articles and other content, and measures the rate of responses with wrk on 32 connections.
 *
 * Hot responses are compared with a bare `node:http` server that sends the same bytes, cold ones with pgbench, which
 * executes the statements of such requests. Both are measured in turn, in short rounds, so that other load on the machine
 * affects both; the ratio is the median of the rounds. Exits with 1 if a ratio is below its target.
 *
 * `PEER_URL` names the API of another server with the same lists, without `/api`: `PEER_URL/news/articles/` is its list of
 * news. It is measured in the same rounds on the paths that it has, and compared with as many Tezi servers as the machine has cores;
 * `docs/benchmarks.md` describes what it needs.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listCompanies } from '#features/market/server/market.ts';
import { addArticles } from '../news/articles.ts';
import { createServerNewsDatabase } from '../news/databases.ts';
import { reportVerdict } from '../support/report.ts';
import { startServer, startServers, stopServers } from '../support/server.ts';
import { measureFirstResponses, measureInvalidation } from './changes.ts';
import { compareCold } from './cold.ts';
import { addEvents, addFacts, addPrices } from './events.ts';
import { compareHot } from './hot.ts';
import { connectPeer } from './peer.ts';

const ARTICLES = 20_000;
const EVENTS = 3_000;
const DAYS_OF_PRICES = 250;

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    rounds: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const serverUrl = values.database ?? process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error('Name a PostgreSQL server with `--database URL`.');

const { PEER_URL } = process.env;
const peer = PEER_URL ? await connectPeer(PEER_URL, ARTICLES) : null;
const symbols = listCompanies().map(({ symbol }) => symbol);
const dir = mkdtempSync(join(tmpdir(), 'tezi-bench-responses-'));
const database = await createServerNewsDatabase(serverUrl, ARTICLES);
try {
  await database.fill((db) => addArticles(db, ARTICLES));
  await database.fill((db) => addEvents(db, EVENTS));
  await database.fill((db) => addPrices(db, symbols, DAYS_OF_PRICES));
  await addFacts(database.settings, symbols);
  // Every cold request counts towards the limit.
  const settings = { ...database.settings, LIMIT_UNCACHED_ADDRESS: '9999999/1s' };
  const context = {
    database,
    databaseUrl: database.settings.DATABASE_URL ?? '',
    peer,
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    dir,
  };
  if (values.only !== 'cold') await compareHot(context, () => startServer(database.settings));
  if (values.only !== 'hot') {
    const count = peer ? availableParallelism() : 1;
    const servers = await startServers(count, () => startServer(settings));
    try {
      await compareCold(context, servers);
      await measureFirstResponses(context, servers[0]);
    } finally {
      await stopServers(servers);
    }
  }
  await measureInvalidation(context);
} finally {
  await database.remove();
  rmSync(dir, { recursive: true, force: true });
}
reportVerdict();
