import type { FastifyPluginAsync } from 'fastify';
import { type PublishedArticle, renderArticlePage } from './article-page.ts';
import { drawPicture } from './drawings.ts';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";
const PICTURE_POLICY = "default-src 'none'; style-src 'none'; sandbox";
const HOUR_SECONDS = 3_600;

/**
 * Simulates the websites of the demo's publishers: a page for each article, which "View Original Article" opens, and the
 * pictures. Everything is invented, and each page says so.
 */
export const publisherSimulator =
  (articles: readonly PublishedArticle[]): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Params: { number: string } }>('/articles/:number', (request, reply) => {
      const article = /^[1-9]\d{0,5}$/.test(request.params.number)
        ? articles[Number(request.params.number) - 1]
        : undefined;
      if (!article) return reply.callNotFound();
      return reply
        .type('text/html; charset=utf-8')
        .header('Content-Security-Policy', POLICY)
        .header('X-Robots-Tag', 'noindex')
        .send(renderArticlePage(article));
    });

    app.get<{ Params: { name: string } }>('/pictures/:name.svg', (request, reply) => {
      const picture = drawPicture(request.params.name);
      if (picture === null) return reply.callNotFound();
      return reply
        .type('image/svg+xml')
        .header('Content-Security-Policy', PICTURE_POLICY)
        .header('Cache-Control', `public, max-age=${HOUR_SECONDS}`)
        .send(picture);
    });
  };
