import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FeedKind } from '#contract/accounts/feed-links.ts';
import { getFeedPath } from '#contract/paths.ts';
import { SIGNAL_TYPES } from '#contract/signals/signal-types.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import { findFeedOwner } from '#server/domains/accounts/accounts.ts';
import { createDatesCalendar } from '#server/domains/corporate-actions/corporate-actions.ts';
import { cacheCompanies, cacheTradingCalendar } from '#server/domains/market/market.ts';
import { cacheLastCloses } from '#server/domains/prices/prices.ts';
import {
  getSignalAccess,
  listSignals,
  type ProgressReader,
  readCustomerAccess,
} from '#server/domains/signals/signals.ts';
import { listWatchedSymbols } from '#server/domains/watchlist/watchlist.ts';
import { hasCurrent } from '#server/http/response-cache/negotiate.ts';
import { notFound } from '#server/platform/http-error.ts';
import { MAX_ENTRIES, writeSignalFeed } from './write-signal-feed.ts';

const SECRET = /^[\w-]{43}$/;

/** The file of one customer: no cache of others stores it, no search engine lists it, and no link in it reveals its URL. */
const HEADERS = {
  'Cache-Control': 'private, max-age=300',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

const DESCRIPTION =
  'Board meetings, book closures and last buying days of the companies that you watch. Times are in Karachi. Calendar apps read it a few times a day.';

/**
 * Serves the feeds of customers at their secret URLs, for apps that cannot sign in. What a feed contains is decided at each request, by what its
 * customer may read then.
 */
export function registerFeeds(dependencies: RouteDependencies, progress: ProgressReader): void {
  const { api, clock, config, database, rateLimits } = dependencies;
  const { db } = database;
  const writeDates = createDatesCalendar(dependencies);
  const getCalendar = cacheTradingCalendar(database);
  const getCompanies = cacheCompanies(database);
  const getLastCloses = cacheLastCloses(database);

  const readDates = async (userId: string, url: string) =>
    writeDates(await listWatchedSymbols(db, userId), {
      name: 'Tezi: dates of my companies',
      description: DESCRIPTION,
      url,
    });

  const readSignals = async (userId: string, url: string) => {
    const now = clock.now();
    const caller = { kind: 'customer', userId, sessionId: '' } as const;
    const customer = await readCustomerAccess(db, caller, now);
    const types = SIGNAL_TYPES.filter((type) => getSignalAccess(caller, type, customer).kind === 'granted');
    const context = {
      analyst: config.analyst,
      calendar: await getCalendar(),
      companies: await getCompanies(),
      getLastCloses,
      progress,
      now,
      changesAt: () => {},
    };
    const lists = await Promise.all(
      types.map((type) => listSignals(db, { signal_type: type, ordering: '-created_at' }, context)),
    );
    const newest = lists.flat().toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
    return writeSignalFeed(newest.slice(0, MAX_ENTRIES), { url, publicUrl: config.publicUrl });
  };

  serve('dates', 'text/calendar; charset=utf-8', readDates);
  serve('signals', 'application/atom+xml; charset=utf-8', readSignals);

  function serve(kind: FeedKind, type: string, read: (userId: string, url: string) => Promise<string>): void {
    api.get<{ Params: { secret: string } }>(
      getFeedPath(kind, ':secret').slice(api.prefix.length),
      { schema: { hide: true }, config: { access: 'open' } },
      async (request, reply) => {
        const { secret } = request.params;
        reply.headers({ ...HEADERS, 'Cache-Control': 'no-store' });
        const userId = SECRET.test(secret) ? await findFeedOwner(db, { secret, kind }, clock.now()) : null;
        if (userId === null) {
          await rateLimits.countIp('invalidFeedAddress', request.clientIp);
          throw notFound('This feed does not exist. Its URL may have been replaced or revoked.');
        }
        // Not by IP address: services such as Google Calendar read the feeds of all their users from a few.
        await rateLimits.count('feedReads', secret);
        const body = await read(userId, config.publicUrl + getFeedPath(kind, secret));
        return send(request, reply, { body, type });
      },
    );
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { body, type }: { body: string; type: string }) {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  // Weak, because the response may be compressed.
  reply.headers({ ...HEADERS, ETag: `W/${etag}` });
  if (hasCurrent(request.headers, etag, undefined)) return reply.code(304).send();
  return reply.type(type).send(body);
}
