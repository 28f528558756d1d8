import { createServer, type Server } from 'node:net';
import { constants, createBrotliCompress, createDeflate, createGzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  endless,
  type FeedServer,
  feed,
  raw,
  redirect,
  silent,
  slow,
  startFeedServer,
  truncated,
} from '#tests/support/news/feed-server.ts';
import { createGuardedFetch } from './guarded-fetch.ts';

const quickBrotli = () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

let publisher: FeedServer;
beforeAll(async () => {
  publisher = await startFeedServer();
});
afterAll(() => publisher.close());

/** These servers never end their responses: only a limit ends the request. */
const hasty = createGuardedFetch({ allowLoopback: true, limits: { totalMs: 100 } });
/** The time limit is so long that only the other limits can end a request. */
const small = createGuardedFetch({
  allowLoopback: true,
  limits: { totalMs: 60_000, bodyBytes: 100_000, headerBytes: 4_000 },
});

describe('the time limit', () => {
  it.each([
    ['sends nothing', silent],
    ['sends its headers byte by byte', slow('headers')],
    ['sends its body byte by byte', slow('body')],
  ])('ends a request at the time limit when the server %s', async (_how, respond) => {
    publisher.respond('/slow', respond);
    await expect(hasty(publisher.url('/slow'))).rejects.toMatchObject({
      code: 'too_slow',
      message: 'The response did not arrive within 0.1 seconds.',
    });
  });

  it('includes redirects in the time limit', async () => {
    publisher.respond('/first', redirect('/second'));
    publisher.respond('/second', slow('body'));
    await expect(hasty(publisher.url('/first'))).rejects.toMatchObject({ code: 'too_slow' });
  });

  it('includes the DNS lookup in the time limit', async () => {
    const fetch = createGuardedFetch({
      allowLoopback: false,
      limits: { totalMs: 50 },
      resolve: () => new Promise(() => {}),
    });
    await expect(fetch('https://feeds.example/')).rejects.toMatchObject({ code: 'too_slow' });
  });

  it('includes the TLS handshake in the time limit', async () => {
    const server: Server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    await expect(hasty(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: 'too_slow' });
    server.close();
  });

  it('rejects with the reason of the caller that aborts', async () => {
    publisher.respond('/slow', silent);
    const aborter = new AbortController();
    const call = small(publisher.url('/slow'), { signal: aborter.signal });
    aborter.abort(new Error('the server stops'));
    await expect(call).rejects.toThrow('the server stops');
    await expect(small(publisher.url('/slow'), { signal: aborter.signal })).rejects.toThrow(
      'the server stops',
    );
  });

  it('closes the connection of an aborted request', async () => {
    const closed = new Promise<void>((done) => {
      publisher.respond('/slow', (request, response) => {
        response.on('close', done);
        slow('body')(request, response);
      });
    });
    await expect(hasty(publisher.url('/slow'))).rejects.toMatchObject({ code: 'too_slow' });
    await closed;
  });
});

describe('the size limit', () => {
  it('accepts exactly the size limit and rejects one byte more', async () => {
    publisher.respond('/fits', feed(Buffer.alloc(100_000, 'x')));
    publisher.respond('/over', feed(Buffer.alloc(100_001, 'x')));
    expect((await small(publisher.url('/fits'))).body).toEqual(Buffer.alloc(100_000, 'x'));
    await expect(small(publisher.url('/over'))).rejects.toMatchObject({ code: 'too_large' });
  });

  it.each([
    ['an endless body', endless()],
    ['a gzip bomb', endless({ 'Content-Encoding': 'gzip' }, createGzip)],
    ['a deflate bomb', endless({ 'Content-Encoding': 'deflate' }, createDeflate)],
    ['a Brotli bomb', endless({ 'Content-Encoding': 'br' }, quickBrotli)],
    [
      'an endless body in one-byte chunks',
      raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\na\r\n'.repeat(1_000)),
    ],
    [
      'an endless compressed body that decompresses to nothing',
      // Empty deflate blocks after a gzip header.
      raw(
        'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\u001f\u008b\u0008\0\0\0\0\0\0\u0003',
        '\0\0\0\u00ff\u00ff'.repeat(1_000),
      ),
    ],
    ['endless headers', raw('HTTP/1.1 200 OK\r\n', `X-More: ${'x'.repeat(500)}\r\n`)],
    ['an endless header', raw('HTTP/1.1 200 OK\r\nX-More: ', 'x'.repeat(500))],
    ['endless interim responses', raw('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50))],
  ])('ends %s at the size limit', async (_what, respond) => {
    publisher.respond('/large', respond);
    await expect(small(publisher.url('/large'))).rejects.toMatchObject({ code: 'too_large' });
  });

  it('limits the size to 15 MB by default', async () => {
    publisher.respond('/large', endless({ 'Content-Encoding': 'gzip' }, createGzip));
    const fetch = createGuardedFetch({ allowLoopback: true });
    await expect(fetch(publisher.url('/large'))).rejects.toThrow('The response is larger than 15 MB.');
  });
});

describe('a failed request', () => {
  it.each([
    [
      'is truncated',
      truncated('half a feed'),
      'The server closed the connection before the end of the response (ECONNRESET).',
    ],
    ['is not HTTP', raw('SSH-2.0-OpenSSH_9.6\r\n'), 'The response is not valid HTTP (HPE_INVALID_CONSTANT).'],
    [
      'has two lengths',
      raw('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
      'The response is not valid HTTP (HPE_UNEXPECTED_CONTENT_LENGTH).',
    ],
    [
      'changes the protocol',
      raw('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
      'The request failed.',
    ],
  ])('reports a response that %s', async (_what, respond, message) => {
    publisher.respond('/broken', respond);
    await expect(small(publisher.url('/broken'))).rejects.toMatchObject({ code: 'unreachable', message });
  });

  it('reports a server that does not listen', async () => {
    const closed = await startFeedServer();
    await closed.close();
    await expect(small(closed.url('/'))).rejects.toMatchObject({
      code: 'unreachable',
      message: 'The server does not accept connections (ECONNREFUSED).',
    });
  });

  it('reports a server that does not support TLS', async () => {
    await expect(small(publisher.url('/').replace('http:', 'https:'))).rejects.toMatchObject({
      code: 'unreachable',
      message: 'The TLS connection failed (EPROTO).',
    });
  });
});
