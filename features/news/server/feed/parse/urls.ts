/** Resolves nested base URLs such as `xml:base` attributes, outermost first. Invalid ones are ignored. */
export function resolveBaseUrl(
  documentUrl: string | null,
  ...bases: (string | null | undefined)[]
): string | null {
  return bases.reduce<string | null>(
    (current, base) => parseWebUrl(base, current)?.href ?? current,
    documentUrl,
  );
}

/** Resolves a link of an element that has another base URL than the text. Keeps a value that is not a web URL. */
export function resolveUrl(value: string | null, baseUrl: string | null): string | null {
  return parseWebUrl(value, baseUrl)?.href ?? value;
}

const ROOT_TAG = /^<[^<>]{1,5000}>/;
const CHANNEL_TAG = /<channel\b[^<>]{0,2000}>/i;
const XML_BASE = /\sxml:base\s*=\s*["']([^"']+)["']/i;
/** Both tags are at the start of a feed. */
const HEAD_LENGTH = 20_000;

/** Returns the base URL that the root and the channel of a feed declare. */
export function readFeedBaseUrl(xml: string, documentUrl: string | null): string | null {
  const head = xml.slice(0, HEAD_LENGTH);
  const bases = [ROOT_TAG, CHANNEL_TAG].map((tag) => XML_BASE.exec(tag.exec(head)?.[0] ?? '')?.[1]);
  return resolveBaseUrl(documentUrl, ...bases.map((base) => base?.replaceAll('&amp;', '&')));
}

const MAX_LENGTH = 2000;
const TRACKING =
  /^(?:utm_.*|at_(?:medium|campaign)|(?:fb|g|d|tw|y)clid|msclkid|[gw]braid|igshid|mc_[ce]id|_g[al])(?:=|$)/i;

/** Returns an absolute http(s) URL without tracking parameters, or `null` if the value is not one. */
export function toWebUrl(value: string | null | undefined, baseUrl: string | null): string | null {
  const url = parseWebUrl(value, baseUrl);
  if (url === null || url.username + url.password !== '') return null;
  const parameters = url.search.slice(1).split('&');
  const kept = parameters.filter((part) => !TRACKING.test(part));
  if (kept.length < parameters.length) url.search = kept.join('&');
  return url.href.length <= MAX_LENGTH ? url.href : null;
}

/** Returns the part of a URL that identifies a page: without the protocol, `www.` and the last slash of the path. */
export const toLinkId = (link: string): string =>
  link.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/(?=[?#]|$)/, '');

/** Returns the spellings of a link that have the same `toLinkId`. */
export function listLinkVariants(link: string): string[] {
  const id = toLinkId(link);
  const ids = [id, id.replace(/(?=[?#])|$/, '/')];
  return ['http://', 'https://', 'http://www.', 'https://www.'].flatMap((start) =>
    ids.map((each) => start + each),
  );
}

/** Returns `false` for the first page of a site, which feeds without pages of their own link to. */
export const isStoryLink = (link: string): boolean =>
  !/^[^/?#]+(?:\/(?:(?:index|default|home)(?:\.\w+)?)?)?[?#]?$/i.test(toLinkId(link)) &&
  /[/?]./.test(toLinkId(link));

/** A number of at least five digits, after letters at most, that is a folder, a file or a value of the query. */
const WHOLE_NUMBER = /(?<=[/=])[a-z]*(\d{5,})(?:\.\w+)?(?=[/?&]|$)/gi;
/** A number at the start or the end of a slug. One in the middle is a figure of the headline. */
const NUMBER_OF_SLUG =
  /(?<=[/=])[a-z]*(\d{5,})(?=[-_,;.~])|(?<=[-_,;.~])[a-z]*(\d{5,})(?:\.\w+)?(?=[/?&]|$)/gi;
const [YEAR, SHORT_YEAR, MONTH, DATE, TIME] = [
  '(?:19|20)\\d\\d',
  '[1-4]\\d',
  '(?:0[1-9]|1[0-2])',
  '(?:0[1-9]|[12]\\d|3[01])',
  '(?:[01]\\d|2[0-3])(?:[0-5]\\d){0,2}',
];
const DATE_NUMBER = new RegExp(
  `^(?:${YEAR}${MONTH}(?:${DATE}(?:${TIME})?)?|(?:${DATE}${MONTH}|${MONTH}${DATE}|${MONTH})${YEAR}|` +
    // Seconds or milliseconds since 1970, from 2001 to 2033.
    `${SHORT_YEAR}${MONTH}${DATE}|(?:${DATE}${MONTH}|${MONTH}${DATE})${SHORT_YEAR}|1\\d{9}(?:\\d{3})?)$`,
);

/**
 * Returns the host and the number that identify a story in its URL, whatever its slug becomes, or `null`. Dates do not identify
 * a story, and neither do the figures of its headline, which slugs repeat.
 */
export function getStoryNumber(link: string | null, title: string): string | null {
  const url = link === null ? null : URL.parse(link);
  if (!url) return null;
  const figures = title.replace(/(?<=\d),(?=\d)/g, '');
  const listNumbers = (pattern: RegExp) =>
    [...(url.pathname + url.search).matchAll(pattern)]
      .map(([, digits, other]) => digits ?? other ?? '')
      .filter((digits) => !DATE_NUMBER.test(digits) && !figures.includes(digits));
  const [numbers] = [WHOLE_NUMBER, NUMBER_OF_SLUG].map(listNumbers).filter(({ length }) => length > 0);
  // The posts of a live blog have its page, and an anchor each.
  return numbers ? [url.host.replace(/^www\./, ''), ...numbers, url.hash].join(' ') : null;
}

/** Returns the URL of a link in an article: a page or an email address. */
export function toLinkUrl(value: string | null | undefined, baseUrl: string | null): string | null {
  const mailto = /^mailto:[^\s@?]+@[\w.-]+/i.exec(value?.trim() ?? '')?.[0];
  return mailto ? `mailto:${mailto.slice('mailto:'.length)}` : toWebUrl(value, baseUrl);
}

/**
 * Returns the URL of an image, with https: pages may not load others, and nearly every host serves it. Pages hide an image that cannot be
 * loaded. An http port of its own has no https.
 */
export function toImageUrl(value: string | null | undefined, baseUrl: string | null): string | null {
  const webUrl = toWebUrl(value, baseUrl);
  const url = webUrl === null ? null : URL.parse(webUrl);
  if (!url || (url.protocol === 'http:' && url.port !== '')) return null;
  url.protocol = 'https:';
  // Geo's feed omits a folder from its image URLs.
  if (/(?:^|\.)geo\.tv$/.test(url.hostname)) {
    url.pathname = url.pathname.replace(/^\/assets\/uploads\/(?=\d)/, '/assets/uploads/updates/');
  }
  return url.href;
}

function parseWebUrl(value: string | null | undefined, baseUrl: string | null): URL | null {
  const url = value ? URL.parse(value.trim(), baseUrl ?? undefined) : null;
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url : null;
}
