import { renderToStaticMarkup } from 'react-dom/server';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';

const PLACEHOLDER = '<div data-stale-notice="true">';

/**
 * Adds a notice to a rendered page that it may be outdated, with the time at which it was rendered (RFC 3339). Returns
 * `null` if the text is not a page, but for example the data of loaders.
 */
export function insertStaleNotice(html: string, renderedAt: string): string | null {
  const notice = renderToStaticMarkup(
    <Notice tone="warning" role="status" className="mb-6">
      Shown as of <PakistanTime at={renderedAt} />. Live data is currently unavailable.
    </Notice>,
  );
  const index = html.indexOf(PLACEHOLDER);
  if (index === -1) return null;
  const start = index + PLACEHOLDER.length;
  return html.slice(0, start) + notice + html.slice(start);
}
