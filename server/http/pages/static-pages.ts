import type { FastifyReply, FastifyRequest } from 'fastify';
import { toErrorResponse } from '#server/http/errors/errors.ts';
import { escapeXml } from '#server/http/escape-xml.ts';

const RETRY_AFTER_SECONDS = 2;

interface StaticPage {
  title: string;
  heading: string;
  text: string;
  link: { url: string; text: string };
}

/** A static page: the pages' own layout would have to be rendered. */
const toHtml = ({ title, heading, text, link }: StaticPage) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Tezi</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 36rem; margin: 4rem auto; padding: 0 1rem }
</style>
</head>
<body>
<main>
<h1>${heading}</h1>
<p>${escapeXml(text)}</p>
<p><a href="${escapeXml(link.url)}">${link.text}</a></p>
</main>
</body>
</html>
`;

const BUSY_PAGE = toHtml({
  title: 'Busy',
  heading: 'Tezi is busy',
  text: 'Too many pages are being requested at the moment. Please try again in a few seconds.',
  link: { url: '', text: 'Try again' },
});

const HTML_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'Content-Type': 'text/html; charset=utf-8',
};

export function sendBusyPage(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({ 'Retry-After': String(RETRY_AFTER_SECONDS), ...HTML_HEADERS })
    .send(BUSY_PAGE);
}

/** Responds to a form that was sent from another site with a page that links to the form at `formUrl`. Logs the rejection. */
export function sendRejectedForm(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  formUrl: string,
): FastifyReply {
  const { status } = toErrorResponse(error, request, reply);
  const page = toHtml({
    title: 'Form not accepted',
    heading: 'This form was not accepted',
    text: 'It was sent from another site, so nothing was changed. Open it on Tezi and send it again.',
    link: { url: formUrl, text: 'Open the form on Tezi' },
  });
  return reply.code(status).headers(HTML_HEADERS).send(page);
}
