import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/paths.ts';

/** What search engines may list; account and administration pages are not theirs. */
const LISTED = [
  paths.home,
  paths.signals,
  paths.psxSignals,
  paths.boardMeetings,
  paths.bookClosure,
  paths.news,
  paths.charting,
  paths.pricing,
  paths.signUp,
  paths.terms,
  paths.privacy,
  paths.refund,
];

const UNLISTED = ['/api/', '/admin/', paths.profile, paths.subscriptions, paths.mySubscription];

const DAY_SECONDS = 86_400;

/** `robots.txt` and `sitemap.xml`, made from the addresses of the pages. */
export function siteFileRoutes(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  const robots = [
    'User-agent: *',
    ...UNLISTED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');

  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...LISTED.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`),
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
