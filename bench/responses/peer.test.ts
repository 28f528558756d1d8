import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPeer, hasPaths, probePeer, toPeerUrl } from './peer.ts';

const RESPONSES: Record<string, { status: number; body: string }> = {
  '/v1/news/articles/': { status: 200, body: '{"count":3,"results":[{"id":812},{"id":811}]}' },
  '/v1/news/articles/812/': { status: 200, body: '{"article":{}}' },
  '/v1/board-meetings/': { status: 301, body: '' },
  '/v1/book-closures/': { status: 500, body: '' },
  '/html/news/articles/': { status: 200, body: '{"articles":[]}' },
};

let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { status, body } = RESPONSES[request.url ?? ''] ?? { status: 404, body: '' };
    response.writeHead(status).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe('connectPeer', () => {
  it('finds the id of an article in the list of the peer', async () => {
    expect(await connectPeer(`${origin}/v1/`, 3)).toEqual({
      apiUrl: `${origin}/v1`,
      apiPath: '/v1',
      articleId: '812',
    });
  });

  it('rejects a peer with another number of articles', async () => {
    await expect(connectPeer(`${origin}/v1`, 20_000)).rejects.toThrow('The peer has 3 articles');
  });

  it('rejects a URL that does not precede the lists', async () => {
    await expect(connectPeer(`${origin}/v2`, 3)).rejects.toThrow('responded 404');
  });

  it('rejects a response that is not a list of articles', async () => {
    await expect(connectPeer(`${origin}/html`, 3)).rejects.toThrow('is not a list of articles');
  });
});

describe('toPeerUrl', () => {
  const peer = { apiUrl: 'http://peer.example/v1', apiPath: '/v1', articleId: '812' };

  it.each([
    ['/api/news/articles/?page=2', 'http://peer.example/v1/news/articles/?page=2'],
    ['/api/news/articles/7/', 'http://peer.example/v1/news/articles/812/'],
  ])('maps %s to the peer', (path, url) => {
    expect(toPeerUrl(peer, path)).toBe(url);
  });

  it('returns null for a page', () => {
    expect(toPeerUrl(peer, '/news')).toBeNull();
  });
});

describe('probePeer', () => {
  it('returns null for a path that the peer does not have', async () => {
    expect(await probePeer(`${origin}/v1/signals/`, {})).toBeNull();
  });

  it.each([
    ['a redirect', '/v1/board-meetings/', 301],
    ['an error', '/v1/book-closures/', 500],
  ])('throws on %s', async (_, path, status) => {
    await expect(probePeer(origin + path, {})).rejects.toThrow(`responded ${status}`);
  });
});

describe('hasPaths', () => {
  it('returns false if one path is missing', async () => {
    const peer = { apiUrl: `${origin}/v1`, apiPath: '/v1', articleId: '812' };
    expect(await hasPaths(peer, ['/news/articles/', '/news/articles/812/'])).toBe(true);
    expect(await hasPaths(peer, ['/news/articles/', '/news/articles/1/'])).toBe(false);
  });
});
