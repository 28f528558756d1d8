import { escapeText } from '#features/news/server/feed/sanitize/html-to-text.ts';

/**
 * Rewrites formats that the parser does not support as ones that it does. The input is untrusted and large: every function takes
 * time proportional to its length.
 */

const BASE64_TEXT =
  /<(title|tagline|summary|content)(\s[^<>]{1,1000})>([A-Za-z0-9+/=\s]{1,2000000})<\/\1\s{0,20}>/gi;
const BASE64_MODE = /\smode\s{0,20}=\s{0,20}(?:"base64"|'base64')/i;

/** Decodes the texts of Atom 0.3 that are marked with `mode="base64"`, of which the parser does not report the mode. */
export function decodeBase64Texts(xml: string): string {
  return xml.replace(BASE64_TEXT, (element, name: string, attributes: string, encoded: string) => {
    const text = BASE64_MODE.test(attributes) ? decodeBase64(encoded) : null;
    if (text === null) return element;
    return `<${name}${attributes.replace(BASE64_MODE, ' mode="escaped"')}>${escapeText(text)}</${name}>`;
  });
}

const UNPRINTABLE = /[[\p{Cc}]--[\t\n\r]]/v;

/** Returns the text that base64 encodes in UTF-8; `null` if it is no text, such as an image. */
export function decodeBase64(encoded: string): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
    return UNPRINTABLE.test(text) ? null : text;
  } catch {
    // The bytes are not UTF-8.
    return null;
  }
}

/** Elements of RSS items that some publishers use for the full text, as XHTML or as escaped HTML. */
const FULL_TEXT_OPENING = /<((?:[\w.-]{1,40}:)?body|fullitem)(?:\s[^<>]{0,500})?>/gi;
const FULL_TEXT_TAG = /<(\/?)(?:(?:[\w.-]{1,40}:)?body|fullitem)(?:\s[^<>]{0,500})?>/gi;
const PREFIX = /(<\/?)[\w.-]{1,40}:(?=[a-z])/gi;

/** Renames `<fullitem>` and `<body>` to `<content:encoded>`, unless the feed has that too. `part` is outside of CDATA. */
export function renameFullText(part: string): string {
  let renamed = '';
  let at = 0;
  for (const { 0: opening, 1: name = '', index } of part.matchAll(FULL_TEXT_OPENING)) {
    if (index < at) continue;
    const start = index + opening.length;
    const end = part.indexOf(`</${name}`, start);
    const close = end === -1 ? -1 : part.indexOf('>', end);
    // The text is CDATA, or the feed is truncated.
    if (close === -1) break;
    renamed += part.slice(at, index) + toContent(part.slice(start, end));
    at = close + 1;
  }
  return renamed + part.slice(at).replace(FULL_TEXT_TAG, '<$1content:encoded>');
}

function toContent(text: string): string {
  const isMarkup = text.includes('<');
  const content = isMarkup ? `<![CDATA[${text.replace(PREFIX, '$1').replaceAll(']]>', ']]&gt;')}]]>` : text;
  return `<content:encoded>${content}</content:encoded>`;
}

const MAX_TAG_LENGTH = 3000;
const ITEM = /<(\/?)(?:item|channel)\b/gi;

/** Rewrites a channel of the Channel Definition Format, which is a list of links, as RSS. */
export function convertCdf(xml: string, maxItems: number): string {
  const channel = readTag(xml);
  const base = readAttribute(channel, 'base') ?? readAttribute(channel, 'href');
  const [head = '', ...items] = splitItems(xml, maxItems);
  return [
    `<rss version="2.0"${base === null ? '' : ` xml:base="${base}"`}><channel>`,
    toElement('title', readElement(head, 'title')),
    ...items.map(convertItem),
    '</channel></rss>',
  ].join('');
}

/** Returns what precedes the first item, then each item until the next tag of an item or channel. */
function splitItems(xml: string, maxItems: number): string[] {
  const parts: string[] = [];
  let start = 0;
  let isItem = true;
  for (const { 0: tag, index } of xml.matchAll(ITEM)) {
    if (index === 0) continue;
    if (isItem) parts.push(xml.slice(start, index));
    start = index;
    isItem = /^<item/i.test(tag);
    if (parts.length > maxItems) return parts;
  }
  return isItem ? [...parts, xml.slice(start)] : parts;
}

function convertItem(item: string): string {
  const tag = readTag(item);
  const anchor = /<a\s[^<>]{1,3000}>/i.exec(item)?.[0] ?? '';
  const logo = /<logo\s[^<>]{1,3000}>/i.exec(item)?.[0] ?? '';
  const image = readAttribute(logo, 'href');
  // CDF writes dates with dots: 1998.11.05T08:15-0500.
  const date = readAttribute(tag, 'lastmod')?.replace(/^(\d{4})\.(\d{2})\.(\d{2})/, '$1-$2-$3') ?? null;
  return [
    '<item>',
    toElement('link', readAttribute(tag, 'href') ?? readAttribute(anchor, 'href')),
    toElement('title', readElement(item, 'title')),
    toElement('description', readElement(item, 'abstract')),
    toElement('pubDate', date),
    image === null ? '' : `<enclosure url="${image}" type="image/unknown"/>`,
    '</item>',
  ].join('');
}

const toElement = (name: string, text: string | null) => (text === null ? '' : `<${name}>${text}</${name}>`);

const readTag = (xml: string) => /^<[^<>]*>/.exec(xml.slice(0, MAX_TAG_LENGTH))?.[0] ?? '';

function readAttribute(tag: string, name: string): string | null {
  const [, quoted, apostrophed] =
    new RegExp(`\\s${name}\\s{0,20}=\\s{0,20}(?:"([^"<>]*)"|'([^'"<>]*)')`, 'i').exec(tag) ?? [];
  return quoted ?? apostrophed ?? null;
}

/** Returns the content of the first element with a name, as XML. */
function readElement(xml: string, name: string): string | null {
  const opening = new RegExp(`<${name}(?:\\s[^<>]{0,500})?>`, 'i').exec(xml);
  if (opening === null) return null;
  const start = opening.index + opening[0].length;
  const length = xml.slice(start).search(new RegExp(`</${name}\\s{0,20}>`, 'i'));
  return length === -1 ? null : xml.slice(start, start + length);
}
