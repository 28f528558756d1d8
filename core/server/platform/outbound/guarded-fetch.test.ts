import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  cached,
  type FeedServer,
  feed,
  redirect,
  rss,
  startFeedServer,
  status,
} from '#tests/support/news/feed-server.ts';
import { createGuardedFetch } from './guarded-fetch.ts';

let publisher: FeedServer;
const fetch = createGuardedFetch({ allowLoopback: true, userAgent: 'Tezi/1 (+https://tezi.test)' });

beforeAll(async () => {
  publisher = await startFeedServer();
});
afterAll(() => publisher.close());
beforeEach(() => {
  publisher.requests.length = 0;
});

describe('a response', () => {
  it('returns the status, headers, body and URL of a response', async () => {
    const body = rss(10_000);
    publisher.respond('/feed?all=1', feed(body, { 'Last-Modified': 'Fri, 20 Nov 2026 05:00:00 GMT' }));
    const response = await fetch(publisher.url('/feed?all=1#top'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    expect(response.headers.get('last-modified')).toBe('Fri, 20 Nov 2026 05:00:00 GMT');
    expect(response.body.toString()).toBe(body);
    expect(response.url).toBe(publisher.url('/feed?all=1#top'));
  });

  it('returns the body unchanged, regardless of its charset', async () => {
    const body = Buffer.from([0xff, 0xfe, 0x3c, 0x00, 0xe9, 0x80, 0x00]);
    publisher.respond('/feed', feed(body, { 'Content-Type': 'text/xml; charset=no-such-charset' }));
    expect((await fetch(publisher.url('/feed'))).body).toEqual(body);
  });

  it('returns a 304 response', async () => {
    publisher.respond('/feed', cached(rss(1)));
    const first = await fetch(publisher.url('/feed'));
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
    const second = await fetch(publisher.url('/feed'), { headers });
    expect([first.status, second.status]).toEqual([200, 304]);
    expect(second.body).toHaveLength(0);
  });

  it.each([
    [429, '120'],
    [503, 'Fri, 20 Nov 2026 06:00:00 GMT'],
  ])('returns a response with status %i and Retry-After', async (code, when) => {
    publisher.respond('/feed', status(code, { 'Retry-After': when }));
    const response = await fetch(publisher.url('/feed'));
    expect([response.status, response.headers.get('retry-after')]).toEqual([code, when]);
  });

  it('returns a 404 response, and a redirect without a location', async () => {
    publisher.respond('/nowhere', status(301));
    expect((await fetch(publisher.url('/absent'))).status).toBe(404);
    expect((await fetch(publisher.url('/nowhere'))).status).toBe(301);
  });
});

describe('a request', () => {
  it('sends only the headers of the client, the cache and the accepted formats', async () => {
    await fetch(publisher.url('/feed'), {
      headers: { 'If-Modified-Since': 'Fri, 20 Nov 2026 05:00:00 GMT' },
    });
    expect(publisher.requests[0]?.headers).toEqual({
      host: `127.0.0.1:${publisher.port}`,
      'user-agent': 'Tezi/1 (+https://tezi.test)',
      accept: expect.stringMatching(/^application\/rss\+xml, application\/atom\+xml, /),
      'accept-encoding': 'gzip, deflate, br',
      'if-modified-since': 'Fri, 20 Nov 2026 05:00:00 GMT',
      connection: 'close',
    });
  });
});

describe('a compressed body', () => {
  const text = rss(3);

  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('decodes a body from %s', async (encoding, body) => {
    publisher.respond('/feed', feed(body, { 'Content-Encoding': encoding }));
    expect((await fetch(publisher.url('/feed'))).body.toString()).toBe(text);
  });

  it.each(['gzip', 'deflate', 'br', 'unknown'])('accepts an empty body in %s', async (encoding) => {
    publisher.respond('/feed', feed('', { 'Content-Encoding': encoding }));
    expect((await fetch(publisher.url('/feed'))).body).toHaveLength(0);
  });

  it.each([
    ['gzip', 'not compressed at all'],
    ['deflate', 'not compressed at all'],
    ['br', 'not compressed at all'],
    ['gzip', gzipSync(text).subarray(0, -20)],
    ['br', brotliCompressSync(text).subarray(0, -20)],
  ])('reports a corrupt body: %s', async (encoding, body) => {
    publisher.respond('/feed', feed(body, { 'Content-Encoding': encoding }));
    await expect(fetch(publisher.url('/feed'))).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/^The compressed response is corrupt \(/),
    });
  });

  it.each(['gzip, gzip', 'zstd', 'compress'])('rejects a body in %s', async (encoding) => {
    publisher.respond('/feed', feed(gzipSync(gzipSync(text)), { 'Content-Encoding': encoding }));
    await expect(fetch(publisher.url('/feed'))).rejects.toMatchObject({
      code: 'unreachable',
      message: 'The response has an unsupported content encoding.',
    });
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('follows a redirect with %i and returns the final URL', async (code) => {
    publisher.respond('/old', redirect('new?a=1', code));
    publisher.respond('/new?a=1', feed('news'));
    const response = await fetch(publisher.url('/old'), { headers: { 'If-None-Match': '"1"' } });
    expect([response.status, response.url]).toEqual([200, publisher.url('/new?a=1')]);
    expect(publisher.requests.map(({ headers }) => headers['if-none-match'])).toEqual(['"1"', '"1"']);
  });

  it('follows a redirect with a UTF-8 location', async () => {
    publisher.respond('/old', redirect(Buffer.from('/خبر').toString('latin1')));
    publisher.respond(encodeURI('/خبر'), feed('news'));
    expect((await fetch(publisher.url('/old'))).status).toBe(200);
  });

  it('follows at most five redirects', async () => {
    for (let i = 0; i < 6; i++) publisher.respond(`/${i}`, redirect(`/${i + 1}`));
    publisher.respond('/6', feed('news'));
    expect((await fetch(publisher.url('/1'))).status).toBe(200);
    publisher.requests.length = 0;
    await expect(fetch(publisher.url('/0'))).rejects.toMatchObject({
      code: 'too_many_redirects',
      message: 'The URL redirects more than 5 times.',
    });
    expect(publisher.requests.map(({ path }) => path)).toEqual(['/0', '/1', '/2', '/3', '/4', '/5']);
  });

  it('rejects a redirect to itself', async () => {
    publisher.respond('/loop', redirect('/loop'));
    await expect(fetch(publisher.url('/loop'))).rejects.toMatchObject({ code: 'too_many_redirects' });
    expect(publisher.requests).toHaveLength(6);
  });

  it.each([
    ['http://169.254.169.254/latest/meta-data/', 'url_rejected'],
    ['//169.254.169.254/', 'url_rejected'],
    ['http://[::]/', 'url_rejected'],
    ['http://0/', 'url_rejected'],
    ['http://167772165/', 'url_rejected'],
    ['http://0x0a000005/', 'url_rejected'],
    ['http://[::ffff:10.0.0.5]/', 'url_rejected'],
    ['http://8.8.8.8:22/', 'url_rejected'],
    ['http://user:secret@8.8.8.8/', 'url_rejected'],
    ['http://[', 'url_rejected'],
    ['ftp://8.8.8.8/', 'scheme_rejected'],
    ['file:///etc/passwd', 'scheme_rejected'],
    ['javascript:alert(1)', 'scheme_rejected'],
  ])('rejects a redirect to %s', async (location, code) => {
    publisher.respond('/feed', redirect(location));
    await expect(fetch(publisher.url('/feed'))).rejects.toMatchObject({ name: 'OutboundError', code });
  });

  it('follows a redirect without reading its body', async () => {
    publisher.respond('/old', (_request, response) => {
      response.writeHead(302, { Location: '/new' }).write('a body that does not end');
    });
    publisher.respond('/new', feed('news'));
    expect((await fetch(publisher.url('/old'))).body.toString()).toBe('news');
  });
});
