/**
 * Lets a page's scripts come after its first paint. The page is whole without them; asked for at once, they would compete
 * with it for a slow line and for the processor. The framework's preloads wait (`rel` is set when their time has come),
 * and its start-up script imports what it imported statically once the first frame is drawn.
 */
export function deferScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', `<link rel="${WAITING}"`)
    .replace(
      START,
      (_, opening: string, code: string) =>
        `${opening}${AFTER_PAINT}\n${code.replace(IMPORT, AS_NAMED)}</script>`,
    );
}

const WAITING = 'modulepreload-later';
const START = /(<script\b[^>]*\btype="module"[^>]*>)([\s\S]*?)<\/script>/;
const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");$/gm;

const AS_NAMED = (_: string, name: string | undefined, from: string) =>
  name ? `const ${name} = await import(${from});` : `await import(${from});`;

/** A hidden page draws no frames, so it does not wait for one. */
const AFTER_PAINT = `await new Promise((go) => document.hidden ? go() : requestAnimationFrame(() => setTimeout(go)));
for (const link of document.querySelectorAll('link[rel="${WAITING}"]')) link.rel = 'modulepreload';`;
