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

/** Returns an absolute http(s) URL without tracking parameters, or `null` if the value is not one. */
export function toWebUrl(value: string | null | undefined, baseUrl: string | null): string | null {
  const url = parseWebUrl(value, baseUrl);
  if (url === null || url.username + url.password !== '') return null;
  if (/[?&]utm_/i.test(url.search)) {
    const parameters = url.search
      .slice(1)
      .split('&')
      .filter((part) => !/^utm_/i.test(part));
    url.search = parameters.join('&');
  }
  return url.href.length <= MAX_LENGTH ? url.href : null;
}

/** Returns the URL of a link in an article: a page or an email address. */
export function toLinkUrl(value: string | null | undefined, baseUrl: string | null): string | null {
  const mailto = /^mailto:[^\s@?]+@[\w.-]+/i.exec(value?.trim() ?? '')?.[0];
  return mailto ? `mailto:${mailto.slice('mailto:'.length)}` : toWebUrl(value, baseUrl);
}

/** Returns the URL of an image. Only https is allowed. */
export function toImageUrl(value: string | null | undefined, baseUrl: string | null): string | null {
  const webUrl = toWebUrl(value, baseUrl);
  const url = webUrl === null ? null : URL.parse(webUrl);
  if (url?.protocol !== 'https:') return null;
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
