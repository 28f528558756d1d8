import { type DefaultTreeAdapterMap, html as namespaces, parseFragment } from 'parse5';
import { ALLOWED } from './allow-list.ts';

type Node = DefaultTreeAdapterMap['node'];

/**
 * Parses the HTML; returns `null` if it contains anything that the allow-list does not permit. Verifies the sanitizer's output, because the
 * sanitizer does not parse HTML like a browser and this parser does.
 */
export function parseSafeHtml(html: string): DefaultTreeAdapterMap['documentFragment'] | null {
  const root = parseFragment(html);
  return root.childNodes.every(isSafeNode) ? root : null;
}

function isSafeNode(node: Node): boolean {
  if (node.nodeName === '#text') {
    return true;
  }
  if (!('tagName' in node) || node.namespaceURI !== namespaces.NS.HTML) {
    return false;
  }
  const allowed = Object.hasOwn(ALLOWED, node.tagName) ? ALLOWED[node.tagName] : undefined;
  const isSafe =
    allowed !== undefined &&
    node.attrs.every(({ name, value, namespace }) => {
      const isAllowed = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
      return namespace === undefined && isAllowed !== undefined && isAllowed(value);
    });
  return isSafe && node.childNodes.every(isSafeNode);
}
