import type { FastifyPluginAsync } from 'fastify';
import { escapeHtml } from '#simulators/html.ts';
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

/** An article as its publisher shows it. */
interface PublishedArticle {
  publisher: string;
  title: string;
  creator: string | null;
  /** The URL of a picture. */
  picture: string | null;
  /** The paragraphs, as plain text. */
  text: readonly string[];
}

const STYLES = `
:root { color-scheme: light dark; }
body { margin: 0; font: 1.05rem/1.6 Georgia, serif; }
header, main, footer { max-width: 42rem; margin-inline: auto; padding: 1rem; }
header { border-bottom: 3px double; font-size: 1.5rem; font-weight: bold; }
h1 { line-height: 1.2; overflow-wrap: anywhere; }
img { width: 100%; height: auto; }
.byline, footer { font: 0.9rem/1.5 system-ui, sans-serif; }
footer { border-top: 1px solid; }
`;

/** Renders an article's page. */
function renderArticlePage({ publisher, title, creator, picture, text }: PublishedArticle): string {
  const byline = [creator, publisher].filter((name) => name !== null).join(', ');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(`${title} | ${publisher}`)}</title><style>${STYLES}</style></head><body>`,
    `<header>${escapeHtml(publisher)}</header><main><h1>${escapeHtml(title)}</h1>`,
    `<p class="byline">${escapeHtml(byline)}</p>`,
    picture === null ? '' : `<img src="${escapeHtml(picture)}" alt="" width="800" height="400">`,
    ...text.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    '</main><footer>This publisher and this article are invented. The page belongs to the demo of Tezi, where ',
    'the website of a real publisher would open.</footer></body></html>',
  ].join('\n');
}
