import type { FastifyReply } from 'fastify';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for the content and the quoted attributes of a page. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Sends a page of a simulator, which has inline styles and no scripts. */
export const sendPage = (reply: FastifyReply, page: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .header('Content-Security-Policy', POLICY)
    .header('X-Robots-Tag', 'noindex')
    .send(page);

const LIST_STYLES = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 1rem; }
a { color: inherit; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; margin-block: 1rem; }
label { display: grid; flex: 1 1 14rem; }
input, select, button { font: inherit; min-height: 44px; box-sizing: border-box; width: 100%; }
button { width: auto; padding: 0 1rem; }
ol { list-style: none; padding: 0; display: grid; gap: 0.75rem; }
li { border: 1px solid #8888; border-radius: 0.75rem; padding: 0.5rem 0.75rem; overflow-wrap: anywhere; }
li p { margin: 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.875rem; margin-block: 0.5rem 0; }
`;

/** Renders the page of a simulator that lists what it received. `content` is HTML below the title. */
export const renderListPage = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Simulator</title>
<style>${LIST_STYLES}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;

/** Renders the form that chooses how a simulator responds. */
export function renderBehaviorForm(behaviors: Record<string, { label: string }>, selected: string): string {
  const options = Object.entries(behaviors).map(
    ([value, { label }]) =>
      `<option value="${value}"${value === selected ? ' selected' : ''}>${escapeHtml(label)}</option>`,
  );
  return `<form method="post"><label>Response <select name="behavior">${options.join('')}</select></label><button>Change</button></form>`;
}
