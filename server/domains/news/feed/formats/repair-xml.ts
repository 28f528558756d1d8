const NOT_XML = /[[\p{Cc}\ufffe\uffff]--[\t\n\r]]/gv;
/** An ampersand that begins no entity. Without repair `&section=1` in a link would become `§ion=1`. */
const BARE_AMPERSAND = /&(?!#\d{1,7};|#x[\da-f]{1,6};|[a-z]\w{1,31};)/gi;
/** `<image><img src="…"/></image>` and `<image>https://…</image>` in an item, as some outlets have their pictures. */
const IMAGE_WITH_TAG =
  /<image>\s{0,100}<img\b[^>]{0,500}?\bsrc\s{0,5}=\s{0,5}["']([^"'<>]{1,2000})["'][^>]{0,500}>\s{0,100}(?:<\/img>\s{0,100})?<\/image>/gi;
const IMAGE_WITH_ADDRESS = /<image>\s{0,100}(https?:[^\s"<>]{1,2000})\s{0,100}<\/image>/gi;

/** Mends what outlets get wrong in XML and the parser would take amiss. */
export function repairXml(text: string): string {
  return outsideCdata(text.replace(NOT_XML, ''), (part) =>
    part
      .replace(BARE_AMPERSAND, '&amp;')
      .replace(IMAGE_WITH_TAG, '<media:thumbnail url="$1"/>')
      .replace(IMAGE_WITH_ADDRESS, '<media:thumbnail url="$1"/>'),
  );
}

function outsideCdata(text: string, repair: (part: string) => string): string {
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
