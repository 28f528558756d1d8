import { renderToStaticMarkup } from 'react-dom/server';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';

const PLACE = '<div data-stale-notice="true">';

/**
 * Marks a rendered page as one that may be outdated: says when it was rendered (RFC 3339). Returns `null` for what is no
 * page and cannot be marked, such as the data of loaders.
 */
export function insertStaleNotice(html: string, renderedAt: string): string | null {
  const notice = renderToStaticMarkup(
    <Notice tone="warning" role="status" className="mb-6">
      Shown as of <PakistanTime at={renderedAt} />. Live data is unavailable at the moment.
    </Notice>,
  );
  const place = html.indexOf(PLACE);
  if (place === -1) return null;
  const start = place + PLACE.length;
  return html.slice(0, start) + notice + html.slice(start);
}
