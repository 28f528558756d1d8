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

let outlet: FeedServer;
const fetch = createGuardedFetch({ allowLoopback: true, userAgent: 'Tezi/1 (+https://tezi.test)' });

beforeAll(async () => {
  outlet = await startFeedServer();
});
afterAll(() => outlet.close());
beforeEach(() => {
  outlet.requests.length = 0;
});

describe('an answer', () => {
  it('comes with its status, headers, body and address', async () => {
    const body = rss(10_000);
    outlet.at('/feed?all=1', feed(body, { 'Last-Modified': 'Fri, 20 Nov 2026 05:00:00 GMT' }));
    const answer = await fetch(outlet.url('/feed?all=1#top'));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    expect(answer.headers.get('last-modified')).toBe('Fri, 20 Nov 2026 05:00:00 GMT');
    expect(answer.body.toString()).toBe(body);
    expect(answer.url).toBe(outlet.url('/feed?all=1#top'));
  });

  it('has its bytes untouched, whatever charset it claims', async () => {
    const body = Buffer.from([0xff, 0xfe, 0x3c, 0x00, 0xe9, 0x80, 0x00]);
    outlet.at('/feed', feed(body, { 'Content-Type': 'text/xml; charset=no-such-charset' }));
    expect((await fetch(outlet.url('/feed'))).body).toEqual(body);
  });

  it('may say that nothing has changed', async () => {
    outlet.at('/feed', cached(rss(1)));
    const first = await fetch(outlet.url('/feed'));
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
    const second = await fetch(outlet.url('/feed'), { headers });
    expect([first.status, second.status]).toEqual([200, 304]);
    expect(second.body).toHaveLength(0);
  });

  it.each([
    [429, '120'],
    [503, 'Fri, 20 Nov 2026 06:00:00 GMT'],
  ])('may be a refusal: %i, with when to come again', async (code, when) => {
    outlet.at('/feed', status(code, { 'Retry-After': when }));
    const answer = await fetch(outlet.url('/feed'));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([code, when]);
  });

  it('may be 404, and a redirect that names no place', async () => {
    outlet.at('/nowhere', status(301));
    expect((await fetch(outlet.url('/absent'))).status).toBe(404);
    expect((await fetch(outlet.url('/nowhere'))).status).toBe(301);
  });
});

describe('a call', () => {
  it('says who calls and what is read, and nothing of the product beside', async () => {
    await fetch(outlet.url('/feed'), { headers: { 'If-Modified-Since': 'Fri, 20 Nov 2026 05:00:00 GMT' } });
    expect(outlet.requests[0]?.headers).toEqual({
      host: `127.0.0.1:${outlet.port}`,
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
  ])('is read in %s', async (coding, body) => {
    outlet.at('/feed', feed(body, { 'Content-Encoding': coding }));
    expect((await fetch(outlet.url('/feed'))).body.toString()).toBe(text);
  });

  it.each(['gzip', 'deflate', 'br', 'unknown'])('may be empty in %s', async (coding) => {
    outlet.at('/feed', feed('', { 'Content-Encoding': coding }));
    expect((await fetch(outlet.url('/feed'))).body).toHaveLength(0);
  });

  it.each([
    ['gzip', 'not compressed at all'],
    ['deflate', 'not compressed at all'],
    ['br', 'not compressed at all'],
    ['gzip', gzipSync(text).subarray(0, -20)],
    ['br', brotliCompressSync(text).subarray(0, -20)],
  ])('that is broken is named so: %s', async (coding, body) => {
    outlet.at('/feed', feed(body, { 'Content-Encoding': coding }));
    await expect(fetch(outlet.url('/feed'))).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/^The answer is compressed, and broken \(/),
    });
  });

  it.each(['gzip, gzip', 'zstd', 'compress'])('is refused in %s', async (coding) => {
    outlet.at('/feed', feed(gzipSync(gzipSync(text)), { 'Content-Encoding': coding }));
    await expect(fetch(outlet.url('/feed'))).rejects.toMatchObject({
      code: 'unreachable',
      message: 'The answer is compressed in a way that was not asked for.',
    });
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'by %i is followed, and the answer says where it came from',
    async (code) => {
      outlet.at('/old', redirect('new?a=1', code));
      outlet.at('/new?a=1', feed('news'));
      const answer = await fetch(outlet.url('/old'), { headers: { 'If-None-Match': '"1"' } });
      expect([answer.status, answer.url]).toEqual([200, outlet.url('/new?a=1')]);
      expect(outlet.requests.map(({ headers }) => headers['if-none-match'])).toEqual(['"1"', '"1"']);
    },
  );

  it('may name its place in UTF-8', async () => {
    outlet.at('/old', redirect(Buffer.from('/خبر').toString('latin1')));
    outlet.at(encodeURI('/خبر'), feed('news'));
    expect((await fetch(outlet.url('/old'))).status).toBe(200);
  });

  it('is followed five times and no more', async () => {
    for (let i = 0; i < 6; i++) outlet.at(`/${i}`, redirect(`/${i + 1}`));
    outlet.at('/6', feed('news'));
    expect((await fetch(outlet.url('/1'))).status).toBe(200);
    outlet.requests.length = 0;
    await expect(fetch(outlet.url('/0'))).rejects.toMatchObject({
      code: 'too_many_redirects',
      message: 'The address redirects more than 5 times.',
    });
    expect(outlet.requests.map(({ path }) => path)).toEqual(['/0', '/1', '/2', '/3', '/4', '/5']);
  });

  it('to itself ends', async () => {
    outlet.at('/loop', redirect('/loop'));
    await expect(fetch(outlet.url('/loop'))).rejects.toMatchObject({ code: 'too_many_redirects' });
    expect(outlet.requests).toHaveLength(6);
  });

  it.each([
    ['http://169.254.169.254/latest/meta-data/', 'address_refused'],
    ['//169.254.169.254/', 'address_refused'],
    ['http://[::]/', 'address_refused'],
    ['http://0/', 'address_refused'],
    ['http://167772165/', 'address_refused'],
    ['http://0x0a000005/', 'address_refused'],
    ['http://[::ffff:10.0.0.5]/', 'address_refused'],
    ['http://8.8.8.8:22/', 'address_refused'],
    ['http://user:secret@8.8.8.8/', 'address_refused'],
    ['http://[', 'address_refused'],
    ['ftp://8.8.8.8/', 'scheme_refused'],
    ['file:///etc/passwd', 'scheme_refused'],
    ['javascript:alert(1)', 'scheme_refused'],
  ])('to %s is refused', async (location, code) => {
    outlet.at('/feed', redirect(location));
    await expect(fetch(outlet.url('/feed'))).rejects.toMatchObject({ name: 'OutboundError', code });
  });

  it('is read from the headers alone, whatever its body', async () => {
    outlet.at('/old', (_request, response) => {
      response.writeHead(302, { Location: '/new' }).write('a body that does not end');
    });
    outlet.at('/new', feed('news'));
    expect((await fetch(outlet.url('/old'))).body.toString()).toBe('news');
  });
});
