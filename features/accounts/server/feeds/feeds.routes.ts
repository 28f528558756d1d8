import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getFeedPath } from '#core/contract/paths.ts';
import { hasCurrent } from '#core/server/http/response-cache/negotiate.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import type { FeedKind } from '#features/accounts/contract/feed-links.ts';
import { findFeedOwner } from '#features/accounts/server/accounts.ts';
import { listWatchedSymbols } from '#features/accounts/server/watchlist/watchlist.ts';
import { createDatesCalendar } from '#features/corporate-actions/server/corporate-actions.ts';
import { cacheCompanies, cacheTradingCalendar } from '#features/market/server/market.ts';
import { cacheLastCloses } from '#features/market/server/prices/prices.ts';
import { SIGNAL_TYPES } from '#features/signals/contract/signal-types.ts';
import { getSignalAccess, listSignals, readCustomerAccess } from '#features/signals/server/signals.ts';
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
export function registerFeeds(dependencies: RouteDependencies): void {
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
      costUnits: config.costUnits,
      calendar: await getCalendar(),
      companies: await getCompanies(),
      getLastCloses,
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
