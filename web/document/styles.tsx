/**
 * The whole stylesheet, in the page itself: a first visit paints with the first answer instead of waiting for a second
 * one. In the browser it is read back from the page, which React may have to make anew for an error.
 */
const css: string = import.meta.env.SSR
  ? (await import('#web/app.css?inline')).default
  : (document.querySelector('style[data-styles]')?.textContent ?? '');

// While developing, Vite adds the stylesheet once more and keeps that one fresh.
if (import.meta.env.DEV && !import.meta.env.SSR) await import('#web/app.css');

export function Styles() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet
  return <style data-styles suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />;
}
