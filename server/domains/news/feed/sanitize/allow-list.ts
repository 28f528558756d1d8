import { imageAddress, linkAddress } from '#server/domains/news/feed/parse/http-url.ts';

type Attributes = Record<string, (value: string) => boolean>;

const isOneOf =
  (...allowed: string[]) =>
  (value: string) =>
    allowed.includes(value);
const isAny = () => true;
const CELL: Attributes = { colspan: isSpan, rowspan: isSpan };

/** What a link gets, whatever it had. */
export const LINK_ATTRIBUTES = { rel: 'noopener noreferrer nofollow', target: '_blank' };
/** What a picture gets, whatever it had. */
export const IMAGE_ATTRIBUTES = { loading: 'lazy', decoding: 'async', referrerpolicy: 'no-referrer' };

/** The elements that an article may have, and the values that their attributes may have. Nothing else. */
export const ALLOWED: Record<string, Attributes> = {
  a: {
    href: (value) => linkAddress(value, null) === value,
    rel: isOneOf(LINK_ATTRIBUTES.rel),
    target: isOneOf(LINK_ATTRIBUTES.target),
  },
  img: {
    src: (value) => imageAddress(value, null) === value,
    alt: isAny,
    width: isLength,
    height: isLength,
    loading: isOneOf(IMAGE_ATTRIBUTES.loading),
    decoding: isOneOf(IMAGE_ATTRIBUTES.decoding),
    referrerpolicy: isOneOf(IMAGE_ATTRIBUTES.referrerpolicy),
  },
  td: CELL,
  th: CELL,
  ...plain('p br hr h2 h3 h4 ul ol li blockquote pre code strong b em i sub sup figure figcaption'),
  ...plain('table caption thead tbody tfoot tr'),
};

function plain(names: string): Record<string, Attributes> {
  return Object.fromEntries(names.split(' ').map((name) => [name, {}]));
}

export function isLength(value: string): boolean {
  return /^\d{1,4}$/.test(value);
}

export function isSpan(value: string): boolean {
  return /^[1-9]\d?$/.test(value);
}
