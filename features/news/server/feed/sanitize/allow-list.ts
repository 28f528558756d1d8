import { type DefaultTreeAdapterMap, html as namespaces, parseFragment } from 'parse5';
import { toImageUrl, toLinkUrl } from '#features/news/server/feed/parse/urls.ts';

type Attributes = Record<string, (value: string) => boolean>;

const isOneOf =
  (...allowed: string[]) =>
  (value: string) =>
    allowed.includes(value);
const isAny = () => true;
const CELL: Attributes = { colspan: isSpan, rowspan: isSpan };

/** The attributes of every link, replacing its own. */
export const LINK_ATTRIBUTES = { rel: 'noopener noreferrer nofollow', target: '_blank' };
/** The attributes of every image, replacing its own. */
export const IMAGE_ATTRIBUTES = { loading: 'lazy', decoding: 'async', referrerpolicy: 'no-referrer' };

/** The allowed elements, and checks of their attributes. Nothing else is allowed in an article. */
export const ALLOWED: Record<string, Attributes> = {
  a: {
    href: (value) => toLinkUrl(value, null) === value,
    rel: isOneOf(LINK_ATTRIBUTES.rel),
    target: isOneOf(LINK_ATTRIBUTES.target),
  },
  img: {
    src: (value) => toImageUrl(value, null) === value,
    alt: isAny,
    width: isLength,
    height: isLength,
    loading: isOneOf(IMAGE_ATTRIBUTES.loading),
    decoding: isOneOf(IMAGE_ATTRIBUTES.decoding),
    referrerpolicy: isOneOf(IMAGE_ATTRIBUTES.referrerpolicy),
  },
  td: CELL,
  th: CELL,
  ...allowWithoutAttributes(
    'p br hr h2 h3 h4 ul ol li blockquote pre code strong b em i sub sup figure figcaption',
  ),
  ...allowWithoutAttributes('table caption thead tbody tfoot tr'),
};

function allowWithoutAttributes(names: string): Record<string, Attributes> {
  return Object.fromEntries(names.split(' ').map((name) => [name, {}]));
}

export function isLength(value: string): boolean {
  return /^\d{1,4}$/.test(value);
}

export function isSpan(value: string): boolean {
  return /^[1-9]\d?$/.test(value);
}

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
  if (node.nodeName === '#text') return true;
  if (!('tagName' in node) || node.namespaceURI !== namespaces.NS.HTML) return false;
  const allowed = Object.hasOwn(ALLOWED, node.tagName) ? ALLOWED[node.tagName] : undefined;
  const isSafe =
    allowed !== undefined &&
    node.attrs.every(({ name, value, namespace }) => {
      const isAllowed = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
      return namespace === undefined && isAllowed !== undefined && isAllowed(value);
    });
  return isSafe && node.childNodes.every(isSafeNode);
}
