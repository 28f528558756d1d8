const FORBIDDEN_IN_XML = /[[\p{Cc}\ufffe\uffff]--[\t\n\r]]/gv;
/** An ampersand that does not start an entity. Without the repair, `&section=1` in a link becomes `§ion=1`. */
const BARE_AMPERSAND = /&(?!#\d{1,7};|#x[\da-f]{1,6};|[a-z]\w{1,31};)/gi;
/** Some publishers add images as `<image><img src="…"/></image>` or `<image>https://…</image>`. */
const IMAGE_WITH_TAG =
  /<image>\s{0,100}<img\b[^>]{0,500}?\bsrc\s{0,5}=\s{0,5}["']([^"'<>]{1,2000})["'][^>]{0,500}>\s{0,100}(?:<\/img>\s{0,100})?<\/image>/gi;
const IMAGE_WITH_URL = /<image>\s{0,100}(https?:[^\s"<>]{1,2000})\s{0,100}<\/image>/gi;

/** Repairs common XML errors of publishers that the parser would misread. */
export function repairXml(text: string): string {
  return replaceOutsideCdata(text.replace(FORBIDDEN_IN_XML, ''), (part) =>
    part
      .replace(BARE_AMPERSAND, '&amp;')
      .replace(IMAGE_WITH_TAG, '<media:thumbnail url="$1"/>')
      .replace(IMAGE_WITH_URL, '<media:thumbnail url="$1"/>'),
  );
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
