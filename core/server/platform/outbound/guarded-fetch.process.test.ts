import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  endless,
  type FeedServer,
  feed,
  startCanary,
  startFeedServer,
} from '#tests/support/news/feed-server.ts';

const quickBrotli = () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

let publisher: FeedServer;
beforeAll(async () => {
  publisher = await startFeedServer();
  publisher.respond('/feed', feed('news'));
});
afterAll(() => publisher.close());

/** Runs a script in a separate process, with the product's `fetch` and the publisher's URL as `base`, and returns its output. */
async function runScript(script: string, env: Record<string, string> = {}): Promise<string> {
  const module = `
    import { createGuardedFetch } from '#core/server/platform/outbound/guarded-fetch.ts';
    const fetch = createGuardedFetch({ allowLoopback: true });
    const base = process.argv[1];
    ${script}`;
  const args = ['--input-type=module', '--eval', module, publisher.url('')];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return stdout.trim();
}

describe('the memory of a request', () => {
  it.each([
    ['an endless body', endless()],
    ['a gzip bomb', endless({ 'Content-Encoding': 'gzip' }, createGzip)],
    ['a Brotli bomb', endless({ 'Content-Encoding': 'br' }, quickBrotli)],
  ])('bounds the memory of a request for %s', async (_what, respond) => {
    publisher.respond('/endless', respond);
    const grownBytes = await runScript(`
      await fetch(base + '/feed');
      const before = process.resourceUsage().maxRSS;
      const error = await fetch(base + '/endless').catch((thrown) => thrown);
      if (error.code !== 'too_large') throw error;
      console.log((process.resourceUsage().maxRSS - before) * 1024);`);
    expect(Number(grownBytes)).toBeLessThan(128 * 1024 * 1024);
  });
});

describe('a proxy in the environment', () => {
  it('ignores a proxy in the environment', async () => {
    const proxy = await startCanary();
    const proxyUrl = `http://127.0.0.1:${proxy.port}`;
    const body = await runScript(`console.log((await fetch(base + '/feed')).body.toString());`, {
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: proxyUrl,
      http_proxy: proxyUrl,
    });
    await proxy.close();
    expect([body, proxy.connections]).toEqual(['news', 0]);
  });
});
