import { parseAtomFeed, parseRdfFeed, parseRssFeed } from 'feedsmith';
import { type Feed, FeedError } from '#features/news/server/feed/feed.ts';
import { replaceC1Controls } from '#features/news/server/feed/sanitize/html-to-text.ts';
import { parseJsonFeed } from './json-feeds.ts';
import { convertCdf, decodeBase64Texts, renameFullText } from './old-formats.ts';
import { readFeedBaseUrl } from './urls.ts';
import { convertAtomFeed, convertRssFeed } from './xml-feeds.ts';

/**
 * Decodes a feed. Publishers often declare the wrong encoding, so bytes that are valid UTF-8 are decoded as UTF-8: text in
 * another encoding is rarely valid UTF-8. Otherwise the declared encoding applies.
 */
export function decodeBody(body: Uint8Array, contentType: string | null): string {
  const utf16 = detectUtf16(body);
  if (utf16) return new TextDecoder(utf16).decode(body);
  const utf8 = new TextDecoder().decode(body);
  if (isMostlyValid(utf8)) return utf8;
  const head = new TextDecoder('windows-1252').decode(body.subarray(0, 200));
  const declared =
    /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1] ??
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1];
  return (createDecoder(declared) ?? new TextDecoder('windows-1252')).decode(body);
}

function detectUtf16([first, second, third, fourth]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const hasLittleEndianBom = first === 0xff && second === 0xfe;
  const hasBigEndianBom = first === 0xfe && second === 0xff;
  // `<?` without a byte order mark.
  const isLittleEndian = first === 0x3c && second === 0 && third === 0x3f && fourth === 0;
  const isBigEndian = first === 0 && second === 0x3c && third === 0 && fourth === 0x3f;
  if (hasLittleEndianBom || isLittleEndian) return 'utf-16le';
  return hasBigEndianBom || isBigEndian ? 'utf-16be' : null;
}

/** Accepts UTF-8 with a few broken characters, such as a truncated last one. */
function isMostlyValid(text: string): boolean {
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  return broken === 0 || (text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0) > broken;
}

/** Returns `null` for UTF-8, which is already ruled out, and for unsupported encodings. */
function createDecoder(label: string | undefined): TextDecoder | null {
  try {
    const decoder = new TextDecoder(label);
    return decoder.encoding === 'utf-8' ? null : decoder;
  } catch {
    // The label names no encoding.
    return null;
  }
}

/** Further items are ignored; feeds list the newest first. */
const MAX_ITEMS = 1000;
const ROOT = /<(?:[\w.-]{1,40}:)?(rss|feed|rdf|channel)[\s>]/i;
/** A channel of the Channel Definition Format names its page in an attribute; that of RSS, in an element. */
const CDF_CHANNEL = /^<channel\s[^<>]{0,3000}?\b(?:href|base)\s{0,20}=/i;
const HTML_PAGE = /<(?:html|head|body)[\s>]/i;
const HTML_DOCTYPE = /<!doctype\s+html/i;

type Parser = (xml: string, baseUrl: string | null) => Feed;
const PARSERS = {
  rss: (xml, base) => convertRssFeed('rss', parseRssFeed(xml, { maxItems: MAX_ITEMS }), base),
  rdf: (xml, base) => convertRssFeed('rdf', parseRdfFeed(xml, { maxItems: MAX_ITEMS }), base),
  feed: (xml, base) => convertAtomFeed(parseAtomFeed(xml, { maxItems: MAX_ITEMS }), base),
} satisfies Record<string, Parser>;
type Root = keyof typeof PARSERS;

/** Parses a feed of any supported format into raw items. Relative URLs refer to `documentUrl`. */
export function parseFeed(text: string, documentUrl: string | null = null): Feed {
  const trimmed = text.replace(/^[\s\ufeff]+/, '');
  if (trimmed === '') {
    throw new FeedError('not_a_feed', 'The response is empty. Check that the URL is still that of the feed.');
  }
  if (/^[[{]/.test(trimmed)) return parseJsonFeed(trimmed, MAX_ITEMS, documentUrl);
  const { root, xml } = findRoot(trimmed);
  const repaired = repairXml(root, xml);
  return parseXml(root, repaired, readFeedBaseUrl(repaired, documentUrl));
}

/** Finds the root element. Text before it is dropped: warnings of the publisher's server, and entity declarations. */
function findRoot(text: string): { root: Root; xml: string } {
  const found = ROOT.exec(text);
  // A document type of HTML before a feed is a mistake of the publisher; a page has more than that.
  const page = (found === null ? text : text.slice(0, found.index)).search(HTML_PAGE);
  if (page !== -1 || (found === null && HTML_DOCTYPE.test(text))) {
    throw new FeedError(
      'not_a_feed',
      'The URL returns a web page instead of a feed. The publisher may have moved or closed the feed; look for its new URL.',
    );
  }
  const root = found?.[1]?.toLowerCase();
  const xml = text.slice(found?.index);
  if (root === 'channel' && CDF_CHANNEL.test(xml)) return { root: 'rss', xml: convertCdf(xml, MAX_ITEMS) };
  if (root !== 'rss' && root !== 'rdf' && root !== 'feed') {
    throw new FeedError(
      'not_a_feed',
      'The URL does not return RSS, Atom or JSON Feed. Check that it is the URL of the feed itself.',
    );
  }
  return { root, xml };
}

function parseXml(root: Root, xml: string, baseUrl: string | null): Feed {
  const parse = PARSERS[root];
  try {
    return parse(xml, baseUrl);
  } catch (error) {
    const feeds = splitItems(root, xml).flatMap((item) => tryToParse(() => parse(item, baseUrl)));
    const [first] = feeds;
    if (first === undefined) {
      throw new FeedError(
        'broken',
        'The feed is malformed: none of its items can be parsed. The source is retried automatically; contact the publisher if the problem persists.',
        { cause: error },
      );
    }
    return { ...first, items: feeds.flatMap(({ items }) => items) };
  }
}

/** Splits a feed into feeds of one item each, so that a malformed or truncated item does not affect the others. */
function splitItems(root: Root, xml: string): string[] {
  const name = root === 'feed' ? 'entry' : 'item';
  const opening = xml.slice(0, xml.indexOf('>') + 1);
  const closing = `</${/^<([\w:]+)/.exec(opening)?.[1] ?? root}>`;
  const items: string[] = [];
  let end = 0;
  while (items.length < MAX_ITEMS) {
    const start = xml.indexOf(`<${name}`, end);
    const last = start === -1 ? -1 : xml.indexOf(`</${name}>`, start);
    if (last === -1) break;
    end = last + name.length + 3;
    const item = xml.slice(xml.lastIndexOf(`<${name}`, last), end);
    items.push(
      root === 'rss' ? `${opening}<channel>${item}</channel>${closing}` : `${opening}${item}${closing}`,
    );
  }
  return items;
}

/** Returns nothing for an item that cannot be parsed: the others count, and without any the error of the whole feed is reported. */
function tryToParse(parse: () => Feed): Feed[] {
  try {
    return [parse()];
  } catch {
    return [];
  }
}

const FORBIDDEN_IN_XML = /[[\p{Cc}\ufffe\uffff]--[\t\n\r]]/gv;
/** An ampersand that does not start an entity. Without the repair, `&section=1` in a link becomes `§ion=1`. */
const BARE_AMPERSAND = /&(?!#\d{1,7};|#x[\da-f]{1,6};|[a-z]\w{1,31};)/gi;
/** Some publishers add images as `<image><img src="…"/></image>` or `<image>https://…</image>`. */
const IMAGE_WITH_TAG =
  /<image>\s{0,100}<img\b[^>]{0,500}?\bsrc\s{0,5}=\s{0,5}["']([^"'<>]{1,2000})["'][^>]{0,500}>\s{0,100}(?:<\/img>\s{0,100})?<\/image>/gi;
const IMAGE_WITH_URL = /<image>\s{0,100}(https?:[^\s"<>]{1,2000})\s{0,100}<\/image>/gi;

/** Repairs common XML errors of publishers that the parser would misread. */
function repairXml(root: Root, text: string): string {
  const clean = stripDefaultNamespace(replaceC1Controls(text).replace(FORBIDDEN_IN_XML, ''));
  const xml = root === 'feed' ? decodeBase64Texts(clean) : clean;
  const prefix = createPrefixPattern(xml);
  const hasFullText = root !== 'feed' && !xml.includes('<content:encoded');
  return replaceOutsideCdata(xml, (part) =>
    (hasFullText ? renameFullText(part) : part)
      .replace(prefix, '<$1')
      .replace(BARE_AMPERSAND, '&amp;')
      .replace(IMAGE_WITH_TAG, '<media:thumbnail url="$1"/>')
      .replace(IMAGE_WITH_URL, '<media:thumbnail url="$1"/>'),
  );
}

/** Declarations are on the root or the channel. */
const HEAD_LENGTH = 20_000;
const MAX_PREFIXES = 5;
const DECLARATION = /\sxmlns:([\w.-]{1,40})\s*=\s*["']([^"'<>]{1,300})["']/g;
/** Namespaces that were used for RSS itself. */
const RSS_NAMESPACE =
  /^https?:\/\/(?:backend\.userland\.com|blogs\.law\.harvard\.edu|cyber\.harvard\.edu|my\.netscape\.com|(?:www\.)?rssboard\.org\/rss|purl\.org\/rss\/1\.0\/?$)/i;

/** Matches the tags of `<rss:item>` and the like. The parser expects the elements of the feed itself without a prefix. */
function createPrefixPattern(xml: string): RegExp {
  const root = /^<([\w.-]{1,40}):/.exec(xml)?.[1];
  const declared = [...xml.slice(0, HEAD_LENGTH).matchAll(DECLARATION)]
    .filter(([, , namespace = '']) => RSS_NAMESPACE.test(namespace))
    .map(([, prefix = '']) => prefix);
  const prefixes = [...(root ? [root] : []), ...declared]
    .slice(0, MAX_PREFIXES)
    .map((prefix) => prefix.replaceAll('.', '\\.'));
  return prefixes.length > 0 ? new RegExp(`<(/?)(?:${prefixes.join('|')}):`, 'gi') : /(?!)/;
}

/** Strips a namespace from `<rss xmlns="…">`: the elements of RSS have none, and some publishers declare that of Atom. */
function stripDefaultNamespace(xml: string): string {
  return xml.replace(/^(<(?:[\w.-]{1,40}:)?rss\b[^<>]{0,5000}?)\sxmlns\s*=\s*["'][^"'<>]*["']/i, '$1');
}

function replaceOutsideCdata(text: string, repair: (part: string) => string): string {
  let repaired = '';
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('<![CDATA[', at);
    if (start === -1) break;
    const end = text.indexOf(']]>', start);
    if (end === -1) break;
    repaired += repair(text.slice(at, start)) + text.slice(start, end + 3);
    at = end + 3;
  }
  return repaired + repair(text.slice(at));
}
