const MAX_LENGTH = 2000;

/** Returns an absolute http(s) URL without tracking parameters, or `null` if the value is not one. */
export function toWebUrl(value: string | null | undefined, baseUrl: string | null): string | null {
  const url = value ? URL.parse(value.trim(), baseUrl ?? undefined) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username + url.password !== '') {
    return null;
  }
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
  if (url?.protocol !== 'https:') {
    return null;
  }
  // Geo's feed omits a folder from its image URLs.
  if (/(?:^|\.)geo\.tv$/.test(url.hostname)) {
    url.pathname = url.pathname.replace(/^\/assets\/uploads\/(?=\d)/, '/assets/uploads/updates/');
  }
  return url.href;
}
