import { redirectDocument } from 'react-router';

/**
 * A Content-Security-Policy holds for as long as its document, whatever pages are shown in it. A page that may load what
 * others may not calls this from its `clientLoader`, and is loaded as a document when it is come to from another one.
 */
export function loadAsOwnDocument(request: Request): void {
  const { pathname, href } = new URL(request.url);
  if (getDocumentPath() !== pathname.replace(/\/+$/, '')) throw redirectDocument(href);
}

/** The path by which the document was loaded. */
function getDocumentPath(): string {
  const [navigation] = performance.getEntriesByType('navigation');
  return new URL(navigation?.name ?? location.href).pathname.replace(/\/+$/, '');
}
