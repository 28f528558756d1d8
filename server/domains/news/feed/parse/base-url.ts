/** Resolves nested base URLs such as `xml:base` attributes, outermost first. Invalid ones are ignored. */
export function resolveBaseUrl(
  documentUrl: string | null,
  ...bases: (string | null | undefined)[]
): string | null {
  return bases.reduce<string | null>((current, base) => toAbsoluteUrl(base, current) ?? current, documentUrl);
}

function toAbsoluteUrl(value: string | null | undefined, baseUrl: string | null): string | null {
  const url = value ? URL.parse(value.trim(), baseUrl ?? undefined) : null;
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url.href : null;
}

/** Resolves a link of an element that has another base URL than the text. Keeps a value that is not a web URL. */
export function resolveUrl(value: string | null, baseUrl: string | null): string | null {
  return toAbsoluteUrl(value, baseUrl) ?? value;
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
