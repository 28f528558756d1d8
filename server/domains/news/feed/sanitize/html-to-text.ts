import { type DefaultTreeAdapterMap, html as namespaces, parseFragment } from 'parse5';
import { boundMarkup } from './bound-markup.ts';

type Node = DefaultTreeAdapterMap['node'];

const EXCERPT_LENGTH = 150;
const INLINE = new Set(
  'a abbr b bdi cite code del em font i ins kbd label mark q s small span strong sub sup time u'.split(' '),
);
const WITHOUT_TEXT = new Set(
  'script style template noscript iframe noembed noframes title select textarea xmp object'.split(' '),
);

/** The text of a piece of HTML in one line, entities decoded. Text, not HTML: escape it to show it. */
export function textOf(html: string): string {
  return textBlocks(html).join(' ');
}

/** The first 150 characters of the text. */
export function excerptOf(html: string): string {
  return cut(textOf(html), EXCERPT_LENGTH);
}

/** The text of each paragraph, list item, cell and so on. */
export function textBlocks(html: string): string[] {
  if (!/[<&]/.test(html)) {
    return [collapse(html)].filter((text) => text !== '');
  }
  const blocks = [''];
  collect(parseFragment(boundMarkup(html)), blocks);
  return blocks.map(collapse).filter((text) => text !== '');
}

/** No longer than that, and no character cut in two. */
export function cut(text: string, maxLength: number): string {
  const short = text.slice(0, maxLength);
  return short.length < text.length && /[\ud800-\udbff]$/.test(short) ? short.slice(0, -1) : short;
}

/** Control characters, which the database refuses in part, and marks that make text run backwards. */
const UNWANTED = /[[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]--[\t\n\r]]/gv;

export function withoutUnwanted(text: string): string {
  return text.replace(UNWANTED, '');
}

export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

export function paragraphs(texts: string[]): string {
  return texts.map((text) => `<p>${escapeText(text)}</p>`).join('');
}

function collect(node: Node, blocks: string[]): void {
  if ('value' in node) {
    blocks.push((blocks.pop() ?? '') + node.value);
  }
  if (!('childNodes' in node)) {
    return;
  }
  const isElement = 'tagName' in node;
  if (isElement && (WITHOUT_TEXT.has(node.tagName) || node.namespaceURI !== namespaces.NS.HTML)) {
    return;
  }
  const isBlock = isElement && !INLINE.has(node.tagName);
  if (isBlock) {
    blocks.push('');
  }
  for (const child of node.childNodes) {
    collect(child, blocks);
  }
  if (isBlock) {
    blocks.push('');
  }
}

function collapse(text: string): string {
  return withoutUnwanted(text).replace(/\s+/g, ' ').trim();
}
