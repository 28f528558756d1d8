import { redirectDocument } from 'react-router';

/**
 * Reloads a page that was opened by navigation within another document. A page whose Content-Security-Policy allows more
 * than others calls this from its `clientLoader`, because the policy is that of the document.
 */
export function loadAsOwnDocument(request: Request): void {
  const { pathname, href } = new URL(request.url);
  if (getDocumentPath() !== pathname.replace(/\/+$/, '')) throw redirectDocument(href);
}

/** Returns the path from which the document was loaded. */
function getDocumentPath(): string {
  const [navigation] = performance.getEntriesByType('navigation');
  return new URL(navigation?.name ?? location.href).pathname.replace(/\/+$/, '');
}
