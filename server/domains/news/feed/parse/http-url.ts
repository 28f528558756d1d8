const MAX_LENGTH = 2000;

/** An address that a reader may be led to, absolute and without tracking; `null` for any other. */
export function webAddress(value: string | null | undefined, baseUrl: string | null): string | null {
  const url = value ? URL.parse(value.trim(), baseUrl ?? undefined) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username + url.password !== '') {
    return null;
  }
  if (/[?&]utm_/i.test(url.search)) {
    const kept = url.search
      .slice(1)
      .split('&')
      .filter((part) => !/^utm_/i.test(part));
    url.search = kept.join('&');
  }
  return url.href.length <= MAX_LENGTH ? url.href : null;
}

/** Where a link in an article may lead: to a page or to a mailbox. */
export function linkAddress(value: string | null | undefined, baseUrl: string | null): string | null {
  const mailbox = /^mailto:[^\s@?]+@[\w.-]+/i.exec(value?.trim() ?? '')?.[0];
  return mailbox ? `mailto:${mailbox.slice('mailto:'.length)}` : webAddress(value, baseUrl);
}

/** An address that a picture may be loaded from: https only. */
export function imageAddress(value: string | null | undefined, baseUrl: string | null): string | null {
  const address = webAddress(value, baseUrl);
  const url = address === null ? null : URL.parse(address);
  if (url?.protocol !== 'https:') {
    return null;
  }
  // Geo's feed leaves out the folder in which its pictures are.
  if (/(?:^|\.)geo\.tv$/.test(url.hostname)) {
    url.pathname = url.pathname.replace(/^\/assets\/uploads\/(?=\d)/, '/assets/uploads/updates/');
  }
  return url.href;
}
