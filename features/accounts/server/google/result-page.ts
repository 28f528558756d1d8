import { createHash } from 'node:crypto';
import { GOOGLE_CHANNEL } from '#features/accounts/contract/google.ts';

/**
 * Sends the result to the page that opened the popup, in this browser only: through a broadcast channel,
 * which does not need the opener, a message to the opener, and a storage event.
 */
const SCRIPT = `(function () {
  var text = document.documentElement.dataset.result;
  if (!text) return;
  var result = JSON.parse(text);
  try {
    var channel = new BroadcastChannel('${GOOGLE_CHANNEL}');
    channel.postMessage(result);
    channel.close();
  } catch (error) {}
  try {
    if (window.opener) window.opener.postMessage(result, location.origin);
  } catch (error) {}
  try {
    localStorage.setItem('${GOOGLE_CHANNEL}', text);
    localStorage.removeItem('${GOOGLE_CHANNEL}');
  } catch (error) {}
  window.close();
})();`;

const STYLES = `
  :root { color-scheme: light dark; }
  body { margin: 0; padding: 24px; font: 15px/1.5 system-ui, sans-serif; background: light-dark(#fff, #12181d); color: light-dark(#151b20, #e8edf1); }
  main { max-width: 32rem; margin: 0 auto; }
  h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.3; }
  p { margin: 0 0 8px; overflow-wrap: anywhere; }
`;

const toCspHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Headers of the popup. `unsafe-none` keeps it connected to the page that opened it. */
export const POPUP_HEADERS = {
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src ${toCspHash(SCRIPT)}`,
    `style-src ${toCspHash(STYLES)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/** The result of the popup. `attempt` is `null` if no page is waiting for it. */
export type PopupResult = { attempt: string | null } & ({ ticket: string } | { error: string });

/**
 * Renders the last page of the popup. It closes itself if a page waits for the result; the text is for when
 * it cannot.
 */
export function renderResultPage(result: PopupResult): string {
  const isDone = 'ticket' in result;
  const title = isDone ? 'Signed in at Google' : 'Google sign-in failed';
  const sentences = isDone
    ? ['You can close this window and return to the page where you started.']
    : [result.error, 'Close this window, return to the page where you started and try again.'];
  const attribute = result.attempt === null ? '' : ` data-result="${escapeHtml(JSON.stringify(result))}"`;
  return `<!doctype html>
<html lang="en"${attribute}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <style>${STYLES}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n      ')}
    </main>
    <script>${SCRIPT}</script>
  </body>
</html>
`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
