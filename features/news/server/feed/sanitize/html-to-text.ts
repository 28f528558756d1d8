import { type DefaultTreeAdapterMap, html as namespaces, parseFragment } from 'parse5';
import { toSingleLine } from '#core/contract/text/single-line.ts';
import { INLINE_ELEMENTS, markInline, separateWords } from '#core/server/platform/inline-text.ts';
import { limitMarkup } from './limit-markup.ts';

type Node = DefaultTreeAdapterMap['node'];

const WITHOUT_TEXT = new Set(
  'script style template noscript iframe noembed noframes title select textarea xmp object'.split(' '),
);

/** Converts HTML to one line of text with decoded entities. Escape the result before showing it as HTML. */
export function htmlToText(html: string): string {
  return extractTextBlocks(html).join(' ');
}

/** Extracts the text of each block: paragraphs, list items, table cells and so on. */
export function extractTextBlocks(html: string): string[] {
  if (!/[<&]/.test(html)) return [collapseWhitespace(html)].filter((text) => text !== '');
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
  if ('value' in node) blocks.push((blocks.pop() ?? '') + node.value);
  if (!('childNodes' in node)) return;
  const isElement = 'tagName' in node;
  if (isElement && (WITHOUT_TEXT.has(node.tagName) || node.namespaceURI !== namespaces.NS.HTML)) return;
  const isBlock = isElement && !INLINE_ELEMENTS.has(node.tagName);
  const mark =
    isElement && !isBlock ? markInline(node.attrs.find(({ name }) => name === 'class')?.value) : '';
  const separate = () => blocks.push(isBlock ? '' : (blocks.pop() ?? '') + mark);
  separate();
  for (const child of node.childNodes) collectText(child, blocks);
  separate();
}

function collapseWhitespace(text: string): string {
  return toSingleLine(replaceC1Controls(separateWords(text)))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The C1 control characters: windows-1252 punctuation, such as `’`, in a text that was decoded as ISO-8859-1. */
const C1_CONTROLS = /[\u0080-\u009f]/g;
const FIRST_C1_CONTROL = 0x80;
/** What the bytes 0x80 to 0x9F mean. The five unassigned ones stay control characters. */
const WINDOWS_1252 = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 32 }, (_, index) => FIRST_C1_CONTROL + index),
);
/** Control characters, some of which PostgreSQL rejects, and marks that reverse the text direction. */
const UNWANTED = /[[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]--[\t\n\r]]/gv;

/** Replaces C1 control characters with the windows-1252 characters that the publisher meant, as browsers do for `&#146;`. */
export function replaceC1Controls(text: string): string {
  return text.replace(
    C1_CONTROLS,
    (control) => WINDOWS_1252[control.charCodeAt(0) - FIRST_C1_CONTROL] ?? control,
  );
}

/** Replaces C1 control characters and strips all other control characters. */
export function cleanCharacters(text: string): string {
  return replaceC1Controls(text).replace(UNWANTED, '');
}

/** Truncates a text without splitting a surrogate pair. */
export function truncate(text: string, maxLength: number): string {
  const short = text.slice(0, maxLength);
  return short.length < text.length && /[\ud800-\udbff]$/.test(short) ? short.slice(0, -1) : short;
}
