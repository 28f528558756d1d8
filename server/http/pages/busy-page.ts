import type { FastifyReply } from 'fastify';

const RETRY_AFTER_SECONDS = 2;

/** A static page: the pages' own layout would have to be rendered. */
const BUSY_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Busy · Tezi</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 36rem; margin: 4rem auto; padding: 0 1rem }
</style>
</head>
<body>
<main>
<h1>Tezi is busy</h1>
<p>Too many pages are being requested at the moment. Please try again in a few seconds.</p>
<p><a href="">Try again</a></p>
</main>
</body>
</html>
`;

export function sendBusyPage(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({
      'Retry-After': String(RETRY_AFTER_SECONDS),
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    })
    .type('text/html; charset=utf-8')
    .send(BUSY_PAGE);
}
