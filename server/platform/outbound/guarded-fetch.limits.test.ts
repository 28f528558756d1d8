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

let outlet: FeedServer;
beforeAll(async () => {
  outlet = await startFeedServer();
});
afterAll(() => outlet.close());

/** Nothing that these servers do ends by itself: every one of these calls is ended by a limit of ours. */
const hasty = createGuardedFetch({ allowLoopback: true, limits: { totalMs: 100 } });
/** So much time that only the other limits can end a call. */
const small = createGuardedFetch({
  allowLoopback: true,
  limits: { totalMs: 60_000, bodyBytes: 100_000, headerBytes: 4_000 },
});

describe('the time of a call', () => {
  it.each([
    ['says nothing', silent],
    ['sends its headers byte by byte', slow('headers')],
    ['sends its body byte by byte', slow('body')],
  ])('ends when the server %s', async (_how, answer) => {
    outlet.at('/slow', answer);
    await expect(hasty(outlet.url('/slow'))).rejects.toMatchObject({
      code: 'too_slow',
      message: 'The answer did not arrive within 0.1 seconds.',
    });
  });

  it('counts on over redirects', async () => {
    outlet.at('/first', redirect('/second'));
    outlet.at('/second', slow('body'));
    await expect(hasty(outlet.url('/first'))).rejects.toMatchObject({ code: 'too_slow' });
  });

  it('ends while the name is looked up', async () => {
    const fetch = createGuardedFetch({
      allowLoopback: false,
      limits: { totalMs: 50 },
      resolve: () => new Promise(() => {}),
    });
    await expect(fetch('https://feeds.example/')).rejects.toMatchObject({ code: 'too_slow' });
  });

  it('ends while encryption is agreed on', async () => {
    const server: Server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    await expect(hasty(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: 'too_slow' });
    server.close();
  });

  it('ends when the caller gives up, with what the caller said', async () => {
    outlet.at('/slow', silent);
    const giveUp = new AbortController();
    const call = small(outlet.url('/slow'), { signal: giveUp.signal });
    giveUp.abort(new Error('the server stops'));
    await expect(call).rejects.toThrow('the server stops');
    await expect(small(outlet.url('/slow'), { signal: giveUp.signal })).rejects.toThrow('the server stops');
  });

  it('closes the connection when it ends', async () => {
    const closed = new Promise<void>((done) => {
      outlet.at('/slow', (request, response) => {
        response.on('close', done);
        slow('body')(request, response);
      });
    });
    await expect(hasty(outlet.url('/slow'))).rejects.toMatchObject({ code: 'too_slow' });
    await closed;
  });
});

describe('the size of an answer', () => {
  it('may be the limit exactly, and not a byte more', async () => {
    outlet.at('/fits', feed(Buffer.alloc(100_000, 'x')));
    outlet.at('/over', feed(Buffer.alloc(100_001, 'x')));
    expect((await small(outlet.url('/fits'))).body).toEqual(Buffer.alloc(100_000, 'x'));
    await expect(small(outlet.url('/over'))).rejects.toMatchObject({ code: 'too_large' });
  });

  it.each([
    ['an endless body', endless()],
    ['a bomb in gzip', endless({ 'Content-Encoding': 'gzip' }, createGzip)],
    ['a bomb in deflate', endless({ 'Content-Encoding': 'deflate' }, createDeflate)],
    ['a bomb in brotli', endless({ 'Content-Encoding': 'br' }, quickBrotli)],
    [
      'an endless body in chunks of a byte',
      raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\na\r\n'.repeat(1_000)),
    ],
    [
      'a compressed body that never unpacks to anything',
      // Deflate blocks that hold nothing, after a gzip header.
      raw(
        'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\u001f\u008b\u0008\0\0\0\0\0\0\u0003',
        '\0\0\0\u00ff\u00ff'.repeat(1_000),
      ),
    ],
    ['headers without end', raw('HTTP/1.1 200 OK\r\n', `X-More: ${'x'.repeat(500)}\r\n`)],
    ['one header without end', raw('HTTP/1.1 200 OK\r\nX-More: ', 'x'.repeat(500))],
    ['interim answers without end', raw('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50))],
  ])('ends %s', async (_what, answer) => {
    outlet.at('/large', answer);
    await expect(small(outlet.url('/large'))).rejects.toMatchObject({ code: 'too_large' });
  });

  it('is 15 MB unless said otherwise', async () => {
    outlet.at('/large', endless({ 'Content-Encoding': 'gzip' }, createGzip));
    const fetch = createGuardedFetch({ allowLoopback: true });
    await expect(fetch(outlet.url('/large'))).rejects.toThrow('The answer is larger than 15 MB.');
  });
});

describe('an answer that is none', () => {
  it.each([
    [
      'breaks off',
      truncated('half a feed'),
      'The server broke off before the end of its answer (ECONNRESET).',
    ],
    [
      'is no HTTP',
      raw('SSH-2.0-OpenSSH_9.6\r\n'),
      'The server does not answer as a web server does (HPE_INVALID_CONSTANT).',
    ],
    [
      'has two lengths',
      raw('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
      'The server does not answer as a web server does (HPE_UNEXPECTED_CONTENT_LENGTH).',
    ],
    [
      'changes the protocol',
      raw('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
      'The call failed.',
    ],
  ])('because it %s says so', async (_what, answer, message) => {
    outlet.at('/broken', answer);
    await expect(small(outlet.url('/broken'))).rejects.toMatchObject({ code: 'unreachable', message });
  });

  it('because nobody listens says so', async () => {
    const gone = await startFeedServer();
    await gone.close();
    await expect(small(gone.url('/'))).rejects.toMatchObject({
      code: 'unreachable',
      message: 'The server does not take connections (ECONNREFUSED).',
    });
  });

  it('because it is not encrypted as promised says so', async () => {
    await expect(small(outlet.url('/').replace('http:', 'https:'))).rejects.toMatchObject({
      code: 'unreachable',
      message: 'No encrypted connection could be made (EPROTO).',
    });
  });
});
