import { escapeXml } from './escape-xml.ts';

export const STATIC_PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  'Content-Type': 'text/html; charset=utf-8',
};

/** Renders a static page with content in HTML: the pages' own layout would have to be rendered. */
export const renderStaticPage = (heading: string, content: string, title = heading) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeXml(title)} · Tezi</title>
<style>
:root { color-scheme: light dark; background: Canvas; color: CanvasText; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 36rem; margin: 4rem auto; padding: 0 1rem }
button { font: inherit; min-height: 44px; padding: 0 1rem }
</style>
</head>
<body>
<main>
<h1>${escapeXml(heading)}</h1>
${content}
</main>
</body>
</html>
`;
