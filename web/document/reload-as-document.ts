import { redirectDocument } from 'react-router';
import { createPageLoadError, isReachable } from './page-load-error.ts';

/**
 * Reloads a page that was opened by client-side navigation. A page with a more permissive Content-Security-Policy than
 * others calls this from its `clientLoader`, because the policy of a document does not change on navigation.
 */
export async function reloadAsDocument(request: Request): Promise<void> {
  const { pathname, href } = new URL(request.url);
  if (getDocumentPath() === pathname.replace(/\/+$/, '')) return;
  throw (await isReachable(href)) ? redirectDocument(href) : createPageLoadError();
}

/** Returns the path from which the document was loaded. */
function getDocumentPath(): string {
  const [navigation] = performance.getEntriesByType('navigation');
  return new URL(navigation?.name ?? location.href).pathname.replace(/\/+$/, '');
}
