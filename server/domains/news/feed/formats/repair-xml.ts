import { replaceC1Controls } from '#server/domains/news/feed/sanitize/characters.ts';

const FORBIDDEN_IN_XML = /[[\p{Cc}\ufffe\uffff]--[\t\n\r]]/gv;
/** An ampersand that does not start an entity. Without the repair, `&section=1` in a link becomes `§ion=1`. */
const BARE_AMPERSAND = /&(?!#\d{1,7};|#x[\da-f]{1,6};|[a-z]\w{1,31};)/gi;
/** Some publishers add images as `<image><img src="…"/></image>` or `<image>https://…</image>`. */
const IMAGE_WITH_TAG =
  /<image>\s{0,100}<img\b[^>]{0,500}?\bsrc\s{0,5}=\s{0,5}["']([^"'<>]{1,2000})["'][^>]{0,500}>\s{0,100}(?:<\/img>\s{0,100})?<\/image>/gi;
const IMAGE_WITH_URL = /<image>\s{0,100}(https?:[^\s"<>]{1,2000})\s{0,100}<\/image>/gi;

/** Repairs common XML errors of publishers that the parser would misread. */
export function repairXml(text: string): string {
  const xml = stripDefaultNamespace(replaceC1Controls(text).replace(FORBIDDEN_IN_XML, ''));
  const prefix = createPrefixPattern(xml);
  return replaceOutsideCdata(xml, (part) =>
    part
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
    if (start === -1) {
      break;
    }
    const end = text.indexOf(']]>', start);
    if (end === -1) {
      break;
    }
    repaired += repair(text.slice(at, start)) + text.slice(start, end + 3);
    at = end + 3;
  }
  return repaired + repair(text.slice(at));
}
