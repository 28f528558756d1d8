/**
 * Defers a page's scripts until its first paint. The page is complete without them, and they would compete with it for
 * bandwidth and CPU. The framework's preload links get their `rel` after the paint, and the static imports of its start-up
 * script become dynamic imports after the paint.
 */
export function deferScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', `<link rel="${DEFERRED_REL}"`)
    .replace(
      STARTUP_SCRIPT,
      (_, opening: string, code: string) =>
        `${opening}${WAIT_FOR_PAINT}\n${code.replace(STATIC_IMPORT, toDynamicImport)}</script>`,
    );
}

const DEFERRED_REL = 'modulepreload-later';
const STARTUP_SCRIPT = /(<script\b[^>]*\btype="module"[^>]*>)([\s\S]*?)<\/script>/;
const STATIC_IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");$/gm;

const toDynamicImport = (_: string, name: string | undefined, from: string) =>
  name ? `const ${name} = await import(${from});` : `await import(${from});`;

/** A hidden page draws no frames, so its scripts do not wait for one. */
const WAIT_FOR_PAINT = `await new Promise((go) => document.hidden ? go() : requestAnimationFrame(() => setTimeout(go)));
for (const link of document.querySelectorAll('link[rel="${DEFERRED_REL}"]')) link.rel = 'modulepreload';`;
