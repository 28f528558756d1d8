import type { FastifyInstance } from 'fastify';
import { DEVELOPERS_PATH } from '#core/contract/api/api-scopes.ts';
import { paths } from '#core/contract/paths.ts';
import { MINUTE } from '#core/server/platform/clock.ts';
import type { Caching } from './response-cache/send-cached.ts';
import { serveSharedFile } from './response-cache/shared-file.ts';

/** The pages in the sitemap besides those of companies and signals: all but account and administration pages. */
const SITEMAP_PATHS: readonly string[] = [
  paths.home,
  paths.today,
  paths.signals,
  paths.psxSignals,
  // The other types redirect visitors to sign-up.
  paths.intradaySignals,
  paths.boardMeetings,
  paths.bookClosure,
  paths.news,
  paths.market,
  paths.screener,
  paths.companies,
  paths.positions,
  paths.performance,
  paths.pastSignals,
  paths.charting,
  DEVELOPERS_PATH,
  paths.record,
  paths.verify,
  paths.pricing,
  paths.signUp,
  paths.terms,
  paths.privacy,
  paths.refund,
];

const DISALLOWED_PATHS = [
  '/api/',
  '/admin/',
  paths.search,
  paths.alerts,
  paths.profile,
  paths.subscriptions,
  paths.mySubscription,
];

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3600;
/** Search engines need no newer list of signals, and one with many takes some milliseconds. */
const SITEMAP_MS = 10 * MINUTE;

interface SitemapDependencies {
  publicUrl: string;
  listCompanyPaths: () => Promise<readonly string[]>;
  listSignalPaths: () => Promise<readonly string[]>;
  caching: Caching;
}

/** Serves `robots.txt` and `sitemap.xml`. */
export function siteFileRoutes(
  app: FastifyInstance,
  { publicUrl, listCompanyPaths, listSignalPaths, caching }: SitemapDependencies,
): void {
  const robots = [
    'User-agent: *',
    ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');

  const writeSitemap = async () =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...[...SITEMAP_PATHS, ...(await listCompanyPaths()), ...(await listSignalPaths())].map(
        (path) => `  <url><loc>${publicUrl}${path}</loc></url>`,
      ),
      '</urlset>',
      '',
    ].join('\n');
  let sitemap: { text: Promise<string>; until: number } | null = null;
  const readSitemap = () => {
    if (sitemap && performance.now() < sitemap.until) return sitemap.text;
    const written = { text: writeSitemap(), until: performance.now() + SITEMAP_MS };
    sitemap = written;
    written.text.catch(() => {
      if (sitemap === written) sitemap = null;
    });
    return written.text;
  };

  serveSharedFile(app, caching, {
    path: '/robots.txt',
    topics: [],
    cacheControl: formatMaxAge(DAY_SECONDS),
    read: () => ({ body: robots, type: 'text/plain; charset=utf-8' }),
  });
  serveSharedFile(app, caching, {
    path: '/sitemap.xml',
    // A change of signals does not end it: see `SITEMAP_MS`.
    topics: [],
    cacheControl: formatMaxAge(HOUR_SECONDS),
    read: async () => ({ body: await readSitemap(), type: 'application/xml; charset=utf-8' }),
  });
}

const formatMaxAge = (seconds: number) => `public, max-age=${seconds}`;
