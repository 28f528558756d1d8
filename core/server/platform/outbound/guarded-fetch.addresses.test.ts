import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type FeedServer,
  feed,
  redirect,
  startCanary,
  startFeedServer,
} from '#tests/support/news/feed-server.ts';
import { createGuardedFetch, type GuardedFetch, OutboundError } from './guarded-fetch.ts';
import { sendRequest } from './request.ts';

let canary: Awaited<ReturnType<typeof startCanary>>;
let publisher: FeedServer;
/** Like in production except for the ports, so that only the IP address check protects the canary. */
let guarded: GuardedFetch;

beforeAll(async () => {
  canary = await startCanary();
  publisher = await startFeedServer();
  guarded = createGuardedFetch({ allowLoopback: false, ports: new Set([canary.port, 80, 443]) });
});
afterAll(async () => {
  await canary.close();
  await publisher.close();
});
beforeEach(() => {
  publisher.requests.length = 0;
});

const expectRejection = async (call: Promise<unknown>) => {
  const error = await call.then(
    (response) => response,
    (thrown) => thrown,
  );
  if (!(error instanceof OutboundError)) throw new Error(`not rejected: ${String(error)}`);
  return error;
};

/** Notations of 127.0.0.1 that parsers may accept, and other addresses of this machine and private networks. */
const HOSTS = [
  'localhost',
  'LOCALHOST',
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.127.127.127',
  '2130706433',
  '0x7f000001',
  '0X7F000001',
  '0x7f.1',
  '0x7f.0x0.0x0.0x1',
  '017700000001',
  '0177.0.0.1',
  '0177.1',
  '00000177.0.0.01',
  '0x7f.0.0.01',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '0',
  '0.0.0.0',
  '00',
  '0x0',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::127.0.0.1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fec0::1]',
  '[fd00:ec2::254]',
  '10.0.0.5',
  '167772165',
  '012.0.0.5',
  '172.16.0.1',
  '192.168.1.1',
  '3232235777',
  '100.100.100.200',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.16689662',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
];

describe('a URL of this machine or a private network', () => {
  it.each(HOSTS)('rejects a URL of this machine or a private network: %s', async (host) => {
    const error = await expectRejection(guarded(`http://${host}:${canary.port}/`));
    expect(error.message).toMatch(/^The URL resolves to .* \(.*\), which is not allowed\.$/);
    expect(error.code).toBe('url_rejected');
    expect(canary.connections).toBe(0);
  });

  it.each([
    '[::1%25lo]',
    '[fe80::1%eth0]',
    '1.2.3.4.5',
    '256.0.0.1',
    '4294967296',
    '0x1ffffffff',
    '127.0.0.09',
    '',
  ])('rejects a URL as invalid: %o', async (host) => {
    expect(await expectRejection(guarded(`http://${host}:${canary.port}/`))).toMatchObject({
      code: 'url_rejected',
      message: 'The URL is invalid.',
    });
  });

  it('names the network of a rejected URL in the message', async () => {
    expect((await expectRejection(guarded('http://10.0.0.5/'))).message).toBe(
      'The URL resolves to a private network (10.0.0.5), which is not allowed.',
    );
  });
});

describe('a host name', () => {
  const createResolver = (...results: string[][]) => {
    const lookups: string[] = [];
    const resolve = async (hostname: string) => {
      lookups.push(hostname);
      return (results.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    };
    return { lookups, resolve };
  };

  it.each([
    ['10.0.0.5'],
    ['93.184.215.14', '10.0.0.5'],
    ['127.0.0.1', '93.184.215.14'],
    ['2606:4700::1', '::ffff:127.0.0.1'],
    ['fe80::1%eth0'],
  ])('rejects a host name when any of its IP addresses is not public: %s %s', async (...addresses) => {
    const fetch = createGuardedFetch({
      allowLoopback: false,
      ports: new Set([canary.port]),
      resolve: createResolver(addresses).resolve,
    });
    expect(await expectRejection(fetch(`http://feeds.example:${canary.port}/`))).toMatchObject({
      code: 'url_rejected',
    });
    expect(canary.connections).toBe(0);
  });

  it('looks a host name up once, and sends the request to the checked IP address with the host name', async () => {
    publisher.respond('/feed', feed('news'));
    const { lookups, resolve } = createResolver(['127.0.0.1'], ['10.0.0.5']);
    const fetch = createGuardedFetch({ allowLoopback: true, resolve });
    expect(await fetch(`http://feeds.example:${publisher.port}/feed`)).toMatchObject({ status: 200 });
    expect(lookups).toEqual(['feeds.example']);
    expect(publisher.requests.map(({ headers }) => headers.host)).toEqual([
      `feeds.example:${publisher.port}`,
    ]);
  });

  it('looks the host name of a redirect up and checks it again', async () => {
    publisher.respond('/feed', redirect('/again'));
    publisher.respond('/again', feed('never'));
    const { resolve } = createResolver(['127.0.0.1'], ['10.0.0.5']);
    const fetch = createGuardedFetch({ allowLoopback: true, resolve });
    const baseUrl = `http://feeds.example:${publisher.port}`;
    expect(await expectRejection(fetch(`${baseUrl}/feed`))).toMatchObject({
      code: 'url_rejected',
      message: `After a redirect to feeds.example:${publisher.port}: The URL resolves to a private network (10.0.0.5), which is not allowed.`,
    });
    expect(publisher.requests.map(({ path }) => path)).toEqual(['/feed']);
  });

  it('sends the host name in the TLS handshake', async () => {
    const names: string[] = [];
    const server = createServer({
      SNICallback: (name, done) => {
        names.push(name);
        done(new Error('no certificate here'));
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const fetch = createGuardedFetch({ allowLoopback: true, resolve: createResolver(['127.0.0.1']).resolve });
    expect(await expectRejection(fetch(`https://feeds.example:${port}/`))).toMatchObject({
      code: 'unreachable',
    });
    server.close();
    expect(names).toEqual(['feeds.example']);
  });

  it('reports a host name without an IP address', async () => {
    const fetch = createGuardedFetch({ allowLoopback: false, resolve: createResolver([]).resolve });
    expect(await expectRejection(fetch('https://feeds.example/'))).toMatchObject({ code: 'unresolved' });
  });
});

describe('a connection to a forbidden peer', () => {
  it.each(['http', 'https'])(
    'closes a connection to a forbidden peer before it sends anything over %s',
    async (scheme) => {
      const peer = await startCanary();
      const response = sendRequest(new URL(`${scheme}://feeds.example:${peer.port}/`), {
        addresses: [{ address: '127.0.0.1', family: 4 }],
        headers: {},
        maxHeaderBytes: 1_000,
        checkPeer: (address) => {
          throw new OutboundError('url_rejected', `not ${address}`);
        },
        signal: AbortSignal.timeout(10_000),
      });
      await expect(response).rejects.toMatchObject({ message: 'not 127.0.0.1' });
      await peer.close();
      expect([peer.connections, peer.bytes]).toEqual([1, 0]);
    },
  );
});

describe('with loopback allowed', () => {
  it.each(['127.0.0.1', 'localhost', '127.1', '2130706433', '[::ffff:127.0.0.1]'])(
    'accepts %s when loopback is allowed',
    async (host) => {
      publisher.respond('/feed', feed('news'));
      const fetch = createGuardedFetch({
        allowLoopback: true,
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      });
      expect(await fetch(`http://${host}:${publisher.port}/feed`)).toMatchObject({ status: 200 });
    },
  );

  it.each(HOSTS.filter((host) => /^(10\.|\[fe|\[fd|172|192|167|169|100|0$|0\.|\[::\]|\[64)/.test(host)))(
    'rejects %s even when loopback is allowed',
    async (host) => {
      const fetch = createGuardedFetch({ allowLoopback: true });
      expect(await expectRejection(fetch(`http://${host}:${canary.port}/`))).toMatchObject({
        code: 'url_rejected',
      });
      expect(canary.connections).toBe(0);
    },
  );
});

describe('a URL', () => {
  it.each([
    'ftp://8.8.8.8/',
    'file:///etc/passwd',
    'gopher://8.8.8.8/',
    'data:text/xml,<rss/>',
    'javascript:1',
    'ws://8.8.8.8/',
  ])('rejects a URL for its scheme: %s', async (url) => {
    expect(await expectRejection(guarded(url))).toMatchObject({
      code: 'scheme_rejected',
      message: 'The URL must start with https:// or http://.',
    });
  });

  it.each([
    'http://user:secret@8.8.8.8/',
    'http://user@8.8.8.8/',
    'http://:secret@8.8.8.8/',
    'http://8.8.8.8@10.0.0.5/',
  ])('rejects a URL for its username or password: %s', async (url) => {
    const error = await expectRejection(guarded(url));
    expect(error.message).toBe('The URL must not contain a username or password.');
    expect(error.message).not.toContain('secret');
  });

  it.each(['22', '25', '6379', '5432', '0', '81'])('rejects a URL for its port: %s', async (port) => {
    const fetch = createGuardedFetch({ allowLoopback: true });
    expect(await expectRejection(fetch(`http://8.8.8.8:${port}/`))).toMatchObject({
      code: 'url_rejected',
      message: `Port ${port} is not allowed; use one of 80, 443, 8080, 8443.`,
    });
  });
});
