/**
 * The stylesheet, inlined so that the first paint needs no second request. In the browser it is read from the document,
 * because React renders the document again after an error.
 */
const css: string = import.meta.env.SSR
  ? (await import('#web/app.css?inline')).default
  : (document.querySelector('style[data-styles]')?.textContent ?? '');

// In development Vite adds the stylesheet again and updates it.
if (import.meta.env.DEV && !import.meta.env.SSR) await import('#web/app.css');

export function Styles() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet
  return <style data-styles suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />;
}
