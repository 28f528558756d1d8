import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/paths.ts';

/** The pages in the sitemap besides those of companies: all but account and administration pages. */
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

/** Serves `robots.txt` and `sitemap.xml`. */
export function siteFileRoutes(
  app: FastifyInstance,
  { publicUrl, companyPaths }: { publicUrl: string; companyPaths: readonly string[] },
): void {
  const robots = [
    'User-agent: *',
    ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');

  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...[...SITEMAP_PATHS, ...companyPaths].map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');

  app.get('/robots.txt', (_request, reply) =>
    setCacheControl(reply).type('text/plain; charset=utf-8').send(robots),
  );
  app.get('/sitemap.xml', (_request, reply) =>
    setCacheControl(reply).type('application/xml; charset=utf-8').send(sitemap),
  );
}

const setCacheControl = <R extends { header(name: string, value: string): R }>(reply: R) =>
  reply.header('Cache-Control', `public, max-age=${DAY_SECONDS}`);
