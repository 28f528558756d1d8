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
import { get } from './request.ts';

let canary: Awaited<ReturnType<typeof startCanary>>;
let outlet: FeedServer;
/** As in production, but for the ports: so that only the check of the address keeps it from the canary. */
let guarded: GuardedFetch;

beforeAll(async () => {
  canary = await startCanary();
  outlet = await startFeedServer();
  guarded = createGuardedFetch({ allowLoopback: false, ports: new Set([canary.port, 80, 443]) });
});
afterAll(async () => {
  await canary.close();
  await outlet.close();
});
beforeEach(() => {
  outlet.requests.length = 0;
});

const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    (answer) => answer,
    (thrown) => thrown,
  );
  if (!(error instanceof OutboundError)) throw new Error(`not refused: ${String(error)}`);
  return error;
};

/** 127.0.0.1 as browsers and resolvers may read it, and other ways to this machine and its neighbours. */
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

describe('nothing on this machine or in a private network is called', () => {
  it.each(HOSTS)('as %s', async (host) => {
    const error = await refusal(guarded(`http://${host}:${canary.port}/`));
    expect(error.message).toMatch(/^The address resolves to .* \(.*\), which Tezi does not call\.$/);
    expect(error.code).toBe('address_refused');
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
  ])('nor as %o, which is no address', async (host) => {
    expect(await refusal(guarded(`http://${host}:${canary.port}/`))).toMatchObject({
      code: 'address_refused',
      message: 'The address cannot be read.',
    });
  });

  it('tells the operator where the address leads', async () => {
    expect((await refusal(guarded('http://10.0.0.5/'))).message).toBe(
      'The address resolves to a private network (10.0.0.5), which Tezi does not call.',
    );
  });
});

describe('a name', () => {
  const resolving = (...answers: string[][]) => {
    const asked: string[] = [];
    const resolve = async (hostname: string) => {
      asked.push(hostname);
      return (answers.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    };
    return { asked, resolve };
  };

  it.each([
    ['10.0.0.5'],
    ['93.184.215.14', '10.0.0.5'],
    ['127.0.0.1', '93.184.215.14'],
    ['2606:4700::1', '::ffff:127.0.0.1'],
    ['fe80::1%eth0'],
  ])('is refused when any of its addresses is not public: %s %s', async (...answer) => {
    const fetch = createGuardedFetch({
      allowLoopback: false,
      ports: new Set([canary.port]),
      resolve: resolving(answer).resolve,
    });
    expect(await refusal(fetch(`http://feeds.example:${canary.port}/`))).toMatchObject({
      code: 'address_refused',
    });
    expect(canary.connections).toBe(0);
  });

  it('is looked up once, and the address that was checked is called, under the name', async () => {
    outlet.at('/feed', feed('news'));
    const { asked, resolve } = resolving(['127.0.0.1'], ['10.0.0.5']);
    const fetch = createGuardedFetch({ allowLoopback: true, resolve });
    expect(await fetch(`http://feeds.example:${outlet.port}/feed`)).toMatchObject({ status: 200 });
    expect(asked).toEqual(['feeds.example']);
    expect(outlet.requests.map(({ headers }) => headers.host)).toEqual([`feeds.example:${outlet.port}`]);
  });

  it('that means another address a moment later is checked anew when a redirect names it again', async () => {
    outlet.at('/feed', redirect('/again'));
    outlet.at('/again', feed('never'));
    const { resolve } = resolving(['127.0.0.1'], ['10.0.0.5']);
    const fetch = createGuardedFetch({ allowLoopback: true, resolve });
    const address = `http://feeds.example:${outlet.port}`;
    expect(await refusal(fetch(`${address}/feed`))).toMatchObject({
      code: 'address_refused',
      message: `After a redirect to feeds.example:${outlet.port}: The address resolves to a private network (10.0.0.5), which Tezi does not call.`,
    });
    expect(outlet.requests.map(({ path }) => path)).toEqual(['/feed']);
  });

  it('is what an encrypted server is asked for', async () => {
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
    const fetch = createGuardedFetch({ allowLoopback: true, resolve: resolving(['127.0.0.1']).resolve });
    expect(await refusal(fetch(`https://feeds.example:${port}/`))).toMatchObject({ code: 'unreachable' });
    server.close();
    expect(names).toEqual(['feeds.example']);
  });

  it('without an address cannot be reached', async () => {
    const fetch = createGuardedFetch({ allowLoopback: false, resolve: resolving([]).resolve });
    expect(await refusal(fetch('https://feeds.example/'))).toMatchObject({ code: 'unreachable' });
  });
});

describe('a connection that ended up elsewhere', () => {
  it.each(['http', 'https'])('is closed before anything is sent, by %s', async (scheme) => {
    const stray = await startCanary();
    const answer = get(new URL(`${scheme}://feeds.example:${stray.port}/`), {
      addresses: [{ address: '127.0.0.1', family: 4 }],
      headers: {},
      maxHeaderBytes: 1_000,
      checkPeer: (address) => {
        throw new OutboundError('address_refused', `not ${address}`);
      },
      signal: AbortSignal.timeout(10_000),
    });
    await expect(answer).rejects.toMatchObject({ message: 'not 127.0.0.1' });
    await stray.close();
    expect([stray.connections, stray.bytes]).toEqual([1, 0]);
  });
});

describe('with loopback allowed', () => {
  it.each(['127.0.0.1', 'localhost', '127.1', '2130706433', '[::ffff:127.0.0.1]'])(
    '%s can be called',
    async (host) => {
      outlet.at('/feed', feed('news'));
      const fetch = createGuardedFetch({
        allowLoopback: true,
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      });
      expect(await fetch(`http://${host}:${outlet.port}/feed`)).toMatchObject({ status: 200 });
    },
  );

  it.each(HOSTS.filter((host) => /^(10\.|\[fe|\[fd|172|192|167|169|100|0$|0\.|\[::\]|\[64)/.test(host)))(
    'but %s cannot',
    async (host) => {
      const fetch = createGuardedFetch({ allowLoopback: true });
      expect(await refusal(fetch(`http://${host}:${canary.port}/`))).toMatchObject({
        code: 'address_refused',
      });
      expect(canary.connections).toBe(0);
    },
  );
});

describe('an address to be called', () => {
  it.each([
    'ftp://8.8.8.8/',
    'file:///etc/passwd',
    'gopher://8.8.8.8/',
    'data:text/xml,<rss/>',
    'javascript:1',
    'ws://8.8.8.8/',
  ])('is refused by its scheme: %s', async (address) => {
    expect(await refusal(guarded(address))).toMatchObject({
      code: 'scheme_refused',
      message: 'The address must begin with https:// or http://.',
    });
  });

  it.each([
    'http://user:secret@8.8.8.8/',
    'http://user@8.8.8.8/',
    'http://:secret@8.8.8.8/',
    'http://8.8.8.8@10.0.0.5/',
  ])('holds no user name and no password: %s', async (address) => {
    const error = await refusal(guarded(address));
    expect(error.message).toBe('The address must not hold a user name or a password.');
    expect(error.message).not.toContain('secret');
  });

  it.each(['22', '25', '6379', '5432', '0', '81'])('is refused by its port: %s', async (port) => {
    const fetch = createGuardedFetch({ allowLoopback: true });
    expect(await refusal(fetch(`http://8.8.8.8:${port}/`))).toMatchObject({
      code: 'address_refused',
      message: `The address has the port ${port}; Tezi calls only 80, 443, 8080, 8443.`,
    });
  });
});
