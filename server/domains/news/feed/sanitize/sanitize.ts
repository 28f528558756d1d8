import sanitizeHtml, { type Attributes, type IFrame, type IOptions, type Tag } from 'sanitize-html';
import { imageAddress, linkAddress } from '#server/domains/news/feed/parse/http-url.ts';
import { ALLOWED, IMAGE_ATTRIBUTES, isLength, isSpan, LINK_ATTRIBUTES } from './allow-list.ts';
import { boundMarkup } from './bound-markup.ts';
import { paragraphs, textBlocks, withoutUnwanted } from './html-to-text.ts';
import { isSafeHtml } from './verify-html.ts';

export interface SanitiseOptions {
  /** What relative addresses start from. */
  baseUrl: string | null;
  /** Asked of each picture in order: those that the page shows above the text are left out of it. */
  isShownAbove?: (address: string) => boolean;
}

const BLOCK = /<(?:p|h[2-4]|ul|ol|blockquote|pre|figure|table|hr)\b/;
/** Elements whose content is not for readers either. */
const DROPPED_WHOLE =
  'script style textarea option select xmp noscript template iframe noembed noframes title svg math object';
const EMPTY =
  /<(p|h[2-4]|li|ul|ol|blockquote|figure|figcaption|a|strong|b|em|i|sub|sup)(?: [^>]*)?>(?:\s|<br \/>)*<\/\1>/g;
/** Elements that do nothing but part texts. */
const DIVISION = /<\/?(?:div|section|article|main|center)\b[^>]*>/gi;

/** HTML of nothing but the allow-list, by a sanitiser and by a second parser that checks it; if they disagree, the text alone. */
export function sanitise(html: string, options: SanitiseOptions): string {
  const bounded = boundMarkup(html);
  const divided = bounded.replace(DIVISION, '\n\n');
  // Entities may have been what the item must not have as characters.
  const sanitised = withoutUnwanted(sanitizeHtml(divided, settings(options)));
  const clean = withoutGaps(inParagraphs(withoutGaps(sanitised).trim()));
  return isSafeHtml(clean) ? clean : paragraphs(textBlocks(bounded));
}

function settings({ baseUrl, isShownAbove = () => false }: SanitiseOptions): IOptions {
  return {
    allowedTags: Object.keys(ALLOWED),
    allowedAttributes: Object.fromEntries(
      Object.entries(ALLOWED).map(([name, attributes]) => [name, Object.keys(attributes)]),
    ),
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['https'] },
    allowProtocolRelative: false,
    nonTextTags: DROPPED_WHOLE.split(' '),
    transformTags: {
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      a: (_name, attributes) => link(attributes, baseUrl),
      img: (_name, attributes) => image(attributes, baseUrl),
      td: cell,
      th: cell,
    },
    exclusiveFilter: (frame) => isUnwantedImage(frame, isShownAbove),
  };
}

/** A link that leads nowhere is its text alone: `span` is not allowed, so the tag goes. */
function link({ href }: Attributes, baseUrl: string | null): Tag {
  const address = linkAddress(href, baseUrl);
  return address
    ? { tagName: 'a', attribs: { href: address, ...LINK_ATTRIBUTES } }
    : { tagName: 'span', attribs: {} };
}

function image(attributes: Attributes, baseUrl: string | null): Tag {
  const { src, alt, width, height } = attributes;
  // Pages that load pictures late have a placeholder in `src`.
  const address = [attributes['data-src'], attributes['data-lazy-src'], src]
    .map((value) => imageAddress(value, baseUrl))
    .find((value) => value !== null);
  return {
    tagName: 'img',
    attribs: {
      ...(address ? { src: address } : {}),
      alt: alt ?? '',
      ...(width && isLength(width) ? { width } : {}),
      ...(height && isLength(height) ? { height } : {}),
      ...IMAGE_ATTRIBUTES,
    },
  };
}

function cell(tagName: string, { colspan, rowspan }: Attributes): Tag {
  return {
    tagName,
    attribs: {
      ...(colspan && isSpan(colspan) ? { colspan } : {}),
      ...(rowspan && isSpan(rowspan) ? { rowspan } : {}),
    },
  };
}

/** Also a picture of one pixel: it counts readers. */
function isUnwantedImage({ tag, attribs }: IFrame, isShownAbove: (address: string) => boolean): boolean {
  const isPixel = [attribs.width, attribs.height].some(
    (length) => length !== undefined && Number(length) <= 1,
  );
  return tag === 'img' && (isPixel || attribs.src === undefined || isShownAbove(attribs.src));
}

/** Without elements of nothing, empty lines at the top of a paragraph, and what the markup left between them. */
function withoutGaps(html: string): string {
  let kept = html;
  let before: string;
  // What holds nothing but empty elements is empty in the next round; there are no more rounds than levels.
  do {
    before = kept;
    kept = before.replace(/<p>(?:\s|<br \/>)+/g, '<p>').replace(EMPTY, '');
  } while (kept !== before);
  return kept;
}

/** Text without paragraphs gets them where it has empty lines. */
function inParagraphs(html: string): string {
  if (BLOCK.test(html)) {
    return html.includes('<pre') ? html : html.replace(/\n\s*\n/g, '\n');
  }
  return html
    .split(/\n\s*\n|<br \/>\s*<br \/>/)
    .map((part) => boundMarkup(part).trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${part}</p>`)
    .join('');
}
