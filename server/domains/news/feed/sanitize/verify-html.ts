import { type DefaultTreeAdapterMap, html as namespaces, parseFragment } from 'parse5';
import { ALLOWED } from './allow-list.ts';

type Node = DefaultTreeAdapterMap['node'];

/**
 * Whether a browser's reading of this HTML has nothing but what an article may have. Asked of what the sanitiser
 * made: it reads HTML by another parser than browsers do, and this one reads it as they do.
 */
export function isSafeHtml(html: string): boolean {
  return parseFragment(html).childNodes.every(isSafeNode);
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
