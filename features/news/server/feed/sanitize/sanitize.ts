import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { INLINE_ELEMENTS, INLINE_MARK, separateWords } from '#core/server/platform/inline-text.ts';
import { canLead, isUnwantedImage } from '#features/news/server/feed/parse/images.ts';
import { toImageUrl, toLinkUrl } from '#features/news/server/feed/parse/urls.ts';
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
  /** Called for each image in order. Images that the page shows above the text are removed from it. Icons cannot be shown there. */
  isShownAbove?: (url: string, canLead: boolean) => boolean;
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

/** Inline elements of which only the text stays. */
const DROPPED_INLINE = new Set([...INLINE_ELEMENTS].filter((name) => !(name in ALLOWED)));

/**
 * Reduces HTML to the allow-list and verifies the result with a second parser. If they disagree, only the text is
 * returned.
 */
export function sanitize(html: string, options: SanitizeOptions): SanitizedHtml {
  const limited = limitMarkup(html);
  const divided = replaceTags(replaceTags(limited, BLOCK_WRAPPERS, '\n\n'), DROPPED_INLINE, INLINE_MARK);
  // Decoded entities can be unwanted characters too.
  const sanitized = separateWords(cleanCharacters(sanitizeHtml(divided, createSettings(options))));
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
    exclusiveFilter: ({ tag, attribs }) =>
      tag === 'img' &&
      (attribs.src === undefined || isShownAbove(attribs.src, canLead(attribs.src, attribs))),
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
  const { alt, width, height } = attributes;
  const url = listImageUrls(attributes)
    .map((value) => toImageUrl(value, baseUrl))
    .find((value) => value !== null && !isUnwantedImage(value, attributes));
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

/** Returns the URLs of an image, best first. Pages that load images late have a placeholder in `src`. */
function listImageUrls(attributes: Attributes): (string | undefined)[] {
  const lazy = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy'];
  const sets = ['data-srcset', 'data-lazy-srcset', 'srcset'];
  return [
    ...[...lazy, 'src'].map((name) => attributes[name]),
    ...sets.map((name) => /^[\s,]*([^\s,]+)/.exec(attributes[name] ?? '')?.[1]),
  ];
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
