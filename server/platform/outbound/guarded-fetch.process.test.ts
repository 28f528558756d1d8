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

let outlet: FeedServer;
beforeAll(async () => {
  outlet = await startFeedServer();
  outlet.at('/feed', feed('news'));
});
afterAll(() => outlet.close());

/** What a process of its own prints, that can `fetch` from the outlet at `base` as the product would. */
async function printed(script: string, env: Record<string, string> = {}): Promise<string> {
  const whole = `
    import { createGuardedFetch } from '#server/platform/outbound/guarded-fetch.ts';
    const fetch = createGuardedFetch({ allowLoopback: true });
    const base = process.argv[1];
    ${script}`;
  const args = ['--input-type=module', '--eval', whole, outlet.url('')];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return stdout.trim();
}

describe('the memory of a call', () => {
  it.each([
    ['an endless body', endless()],
    ['a bomb in gzip', endless({ 'Content-Encoding': 'gzip' }, createGzip)],
    ['a bomb in brotli', endless({ 'Content-Encoding': 'br' }, quickBrotli)],
  ])('stays bounded for %s', async (_what, answer) => {
    outlet.at('/endless', answer);
    const grownBytes = await printed(`
      await fetch(base + '/feed');
      const before = process.resourceUsage().maxRSS;
      const error = await fetch(base + '/endless').catch((thrown) => thrown);
      if (error.code !== 'too_large') throw error;
      console.log((process.resourceUsage().maxRSS - before) * 1024);`);
    expect(Number(grownBytes)).toBeLessThan(128 * 1024 * 1024);
  });
});

describe('the environment of the process', () => {
  it('sends no call through its proxy', async () => {
    const proxy = await startCanary();
    const address = `http://127.0.0.1:${proxy.port}`;
    const body = await printed(`console.log((await fetch(base + '/feed')).body.toString());`, {
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: address,
      http_proxy: address,
    });
    await proxy.close();
    expect([body, proxy.connections]).toEqual(['news', 0]);
  });
});
