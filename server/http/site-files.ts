import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/paths.ts';
import { MINUTE } from '#server/platform/clock.ts';

/** The pages in the sitemap besides those of companies and signals: all but account and administration pages. */
const SITEMAP_PATHS: readonly string[] = [
  paths.home,
  paths.signals,
  paths.psxSignals,
  paths.boardMeetings,
  paths.bookClosure,
  paths.news,
  paths.companies,
  paths.performance,
  paths.charting,
  paths.record,
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
  paths.profile,
  paths.subscriptions,
  paths.mySubscription,
];

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3600;
/** Search engines need no newer list of signals, and one with many takes some milliseconds. */
const SITEMAP_MS = 10 * MINUTE;

interface SitemapParts {
  publicUrl: string;
  companyPaths: readonly string[];
  listSignalPaths: () => Promise<readonly string[]>;
}

/** Serves `robots.txt` and `sitemap.xml`. */
export function siteFileRoutes(
  app: FastifyInstance,
  { publicUrl, companyPaths, listSignalPaths }: SitemapParts,
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
      ...[...SITEMAP_PATHS, ...companyPaths, ...(await listSignalPaths())].map(
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

  app.get('/robots.txt', (_request, reply) =>
    setCacheControl(reply, DAY_SECONDS).type('text/plain; charset=utf-8').send(robots),
  );
  app.get('/sitemap.xml', async (_request, reply) => {
    const text = await readSitemap();
    return setCacheControl(reply, HOUR_SECONDS).type('application/xml; charset=utf-8').send(text);
  });
}

const setCacheControl = <R extends { header(name: string, value: string): R }>(reply: R, seconds: number) =>
  reply.header('Cache-Control', `public, max-age=${seconds}`);
