import { type DefaultTreeAdapterMap, html as namespaces, parseFragment } from 'parse5';
import { toSingleLine } from '#contract/single-line.ts';
import { replaceC1Controls } from './characters.ts';
import { limitMarkup } from './limit-markup.ts';

type Node = DefaultTreeAdapterMap['node'];

const INLINE = new Set(
  'a abbr b bdi cite code del em font i ins kbd label mark q s small span strong sub sup time u'.split(' '),
);
const WITHOUT_TEXT = new Set(
  'script style template noscript iframe noembed noframes title select textarea xmp object'.split(' '),
);

/** Converts HTML to one line of text with decoded entities. Escape the result before showing it as HTML. */
export function htmlToText(html: string): string {
  return extractTextBlocks(html).join(' ');
}

/** Extracts the text of each block: paragraphs, list items, table cells and so on. */
export function extractTextBlocks(html: string): string[] {
  if (!/[<&]/.test(html)) {
    return [collapseWhitespace(html)].filter((text) => text !== '');
  }
  return readTextBlocks(parseFragment(limitMarkup(html)));
}

/** Extracts the text of each block of parsed HTML. */
export function readTextBlocks(root: Node): string[] {
  const blocks = [''];
  collectText(root, blocks);
  return blocks.map(collapseWhitespace).filter((text) => text !== '');
}

export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Wraps each text in an HTML paragraph, escaped. */
export function toParagraphs(texts: string[]): string {
  return texts.map((text) => `<p>${escapeText(text)}</p>`).join('');
}

function collectText(node: Node, blocks: string[]): void {
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
    collectText(child, blocks);
  }
  if (isBlock) {
    blocks.push('');
  }
}

function collapseWhitespace(text: string): string {
  return toSingleLine(replaceC1Controls(text)).replace(/\s+/g, ' ').trim();
}
