import sanitizeHtml, { type Attributes, type IFrame, type IOptions, type Tag } from 'sanitize-html';
import { toImageUrl, toLinkUrl } from '#server/domains/news/feed/parse/urls.ts';
import { ALLOWED, IMAGE_ATTRIBUTES, isLength, isSpan, LINK_ATTRIBUTES, parseSafeHtml } from './allow-list.ts';
import {
  cleanCharacters,
  extractTextBlocks,
  htmlToText,
  readTextBlocks,
  toParagraphs,
} from './html-to-text.ts';
import { DROPPED_WITH_CONTENT, limitMarkup, replaceTags } from './limit-markup.ts';

export interface SanitizeOptions {
  /** The base of relative URLs. */
  baseUrl: string | null;
  /** Called for each image in order. Images that the page shows above the text are removed from it. */
  isShownAbove?: (url: string) => boolean;
  /** The second parser, which returns `null` for unsafe HTML; replaced in tests. */
  parseSafe?: typeof parseSafeHtml;
}

/** Sanitized HTML and its text, in one line. */
export interface SanitizedHtml {
  html: string;
  text: string;
}

const BLOCK = /<(?:p|h[2-4]|ul|ol|blockquote|pre|figure|table|hr)\b/;
const EMPTY_ELEMENT =
  /<(p|h[2-4]|li|ul|ol|blockquote|figure|figcaption|a|strong|b|em|i|sub|sup)(?: [^>]*)?>(?:\s|<br \/>)*<\/\1>/g;
/** Elements that only separate blocks of text. */
const BLOCK_WRAPPERS = new Set(['div', 'section', 'article', 'main', 'center']);

/**
 * Reduces HTML to the allow-list and verifies the result with a second parser. If they disagree, only the text is
 * returned.
 */
export function sanitize(html: string, options: SanitizeOptions): SanitizedHtml {
  const limited = limitMarkup(html);
  const divided = replaceTags(limited, BLOCK_WRAPPERS, '\n\n');
  // Decoded entities can be unwanted characters too.
  const sanitized = cleanCharacters(sanitizeHtml(divided, createSettings(options)));
  const clean = removeEmptyElements(wrapInParagraphs(removeEmptyElements(sanitized).trim()));
  const root = (options.parseSafe ?? parseSafeHtml)(clean);
  if (root === null) return toSanitizedText(limited);
  // The text is that of the limited markup, which hardly ever differs here.
  const text = limitMarkup(clean) === clean ? readTextBlocks(root).join(' ') : htmlToText(clean);
  return { html: clean, text };
}

function toSanitizedText(html: string): SanitizedHtml {
  const paragraphs = toParagraphs(extractTextBlocks(html));
  return { html: paragraphs, text: htmlToText(paragraphs) };
}

const SETTINGS: IOptions = {
  allowedTags: Object.keys(ALLOWED),
  allowedAttributes: Object.fromEntries(
    Object.entries(ALLOWED).map(([name, attributes]) => [name, Object.keys(attributes)]),
  ),
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  nonTextTags: DROPPED_WITH_CONTENT,
};

function createSettings({ baseUrl, isShownAbove = () => false }: SanitizeOptions): IOptions {
  return {
    ...SETTINGS,
    transformTags: {
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      a: (_name, attributes) => transformLink(attributes, baseUrl),
      img: (_name, attributes) => transformImage(attributes, baseUrl),
      td: transformCell,
      th: transformCell,
    },
    exclusiveFilter: (frame) => isUnwantedImage(frame, isShownAbove),
  };
}

/** A link without a valid URL becomes text: `span` is not allowed, so the tag is removed. */
function transformLink({ href }: Attributes, baseUrl: string | null): Tag {
  const url = toLinkUrl(href, baseUrl);
  return url
    ? { tagName: 'a', attribs: { href: url, ...LINK_ATTRIBUTES } }
    : { tagName: 'span', attribs: {} };
}

function transformImage(attributes: Attributes, baseUrl: string | null): Tag {
  const { src, alt, width, height } = attributes;
  // Pages with lazy-loaded images have a placeholder in `src`.
  const url = [attributes['data-src'], attributes['data-lazy-src'], src]
    .map((value) => toImageUrl(value, baseUrl))
    .find((value) => value !== null);
  return {
    tagName: 'img',
    attribs: {
      ...(url ? { src: url } : {}),
      alt: alt ?? '',
      ...(width && isLength(width) ? { width } : {}),
      ...(height && isLength(height) ? { height } : {}),
      ...IMAGE_ATTRIBUTES,
    },
  };
}

function transformCell(tagName: string, { colspan, rowspan }: Attributes): Tag {
  return {
    tagName,
    attribs: {
      ...(colspan && isSpan(colspan) ? { colspan } : {}),
      ...(rowspan && isSpan(rowspan) ? { rowspan } : {}),
    },
  };
}

/** One-pixel images are unwanted too, because they track visitors. */
function isUnwantedImage({ tag, attribs }: IFrame, isShownAbove: (url: string) => boolean): boolean {
  const isPixel = [attribs.width, attribs.height].some(
    (length) => length !== undefined && Number(length) <= 1,
  );
  return tag === 'img' && (isPixel || attribs.src === undefined || isShownAbove(attribs.src));
}

/** Removes empty elements and empty lines at the start of a paragraph. */
function removeEmptyElements(html: string): string {
  let result = html;
  let before: string;
  // An element that contains only empty elements is empty in the next round. The maximum depth limits the rounds.
  do {
    before = result;
    result = before.replace(/<p>(?:\s|<br \/>)+/g, '<p>').replace(EMPTY_ELEMENT, '');
  } while (result !== before);
  return result;
}

/** Splits text without block elements into paragraphs at empty lines. */
function wrapInParagraphs(html: string): string {
  if (BLOCK.test(html)) return html.includes('<pre') ? html : html.replace(/\n\s*\n/g, '\n');
  return html
    .split(/\n\s*\n|<br \/>\s*<br \/>/)
    .map((part) => limitMarkup(part).trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${part}</p>`)
    .join('');
}
