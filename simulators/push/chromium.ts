import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { decodeMessage, decodeVarint, encodeMessage, encodeVarint } from './protobuf.ts';
import type { Deliver, PushService } from './push-service.ts';

/** A subscription of a browser: one for each site and key. */
interface Registration {
  token: string;
  device: string;
  /** Identifies the site in the browser. */
  subtype: string;
  sender: string;
  app: string;
}

const MAX_REGISTRATIONS = 1_000;
/** The sender of a removal. */
const ANY = '*';
const VERSION = 41;
const TAG = { ping: 0, pong: 1, login: 2, loginResponse: 3, close: 4, message: 8 } as const;
/** More than the login of Chromium, which is the longest frame that it sends here. */
const MAX_FRAME_BYTES = 64 * 1024;
/** The tag of a frame and its length, which is a varint of 32 bits. */
const MAX_SIZE_BYTES = 1 + 5;

/**
 * The side of a push service that Chromium uses when its switches lead here: check-in, registration, and the connection over which it receives
 * messages (MCS). Its paths are registered under `url`.
 */
export function createChromiumSide(service: PushService, { url }: { url: string }) {
  const registrations = new Map<string, Registration>();
  const sockets = new Map<string, TLSSocket>();
  let listening: Promise<string[]> | null = null;
  let close = async () => {};

  const createDeliver = ({ app, sender, subtype, device }: Registration): Deliver => {
    return ({ id, body, sentAt, ttlSeconds }) => {
      const message = encodeMessage([
        [2, id],
        [3, sender],
        [5, app],
        [
          7,
          [
            [1, 'subtype'],
            [2, subtype],
          ],
        ],
        [
          7,
          [
            [1, 'content-encoding'],
            [2, 'aes128gcm'],
          ],
        ],
        [9, id],
        [17, ttlSeconds],
        [18, Math.floor(sentAt)],
        [21, body],
      ]);
      sockets.get(device)?.write(toFrame(TAG.message, message));
    };
  };

  function remove(token: string): void {
    registrations.delete(token);
    service.unsubscribe(token);
  }

  /** Adds a registration, or removes those of a site. */
  function register({
    device = '',
    sender = '',
    app = '',
    'X-subtype': subtype = '',
    delete: removal,
  }: Record<string, string>) {
    for (const each of registrations.values()) {
      const isSameSender = each.sender === sender || sender === ANY;
      if (each.device === device && each.subtype === subtype && isSameSender) remove(each.token);
    }
    if (removal === 'true') return `token=${subtype}`;
    const { token } = service.subscribe({ senderKey: sender, deliver: null });
    const registration = { token, device, subtype, sender, app };
    registrations.set(token, registration);
    const [oldest] = registrations.keys();
    if (registrations.size > MAX_REGISTRATIONS && oldest !== undefined) remove(oldest);
    if (sockets.has(device)) service.connect(token, createDeliver(registration));
    return `token=${token}`;
  }

  /** Serves the connection of one browser. */
  function serve(socket: TLSSocket): void {
    let device = '';
    let pending = Buffer.alloc(0);
    let isVersionRead = false;
    const connect = (isConnected: boolean) => {
      for (const each of registrations.values())
        if (each.device === device) service.connect(each.token, isConnected ? createDeliver(each) : null);
    };
    socket.on('error', () => {});
    socket.on('close', () => {
      if (sockets.get(device) !== socket) return;
      sockets.delete(device);
      connect(false);
    });
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      if (!isVersionRead && pending.length > 0) {
        isVersionRead = true;
        pending = pending.subarray(1);
      }
      for (;;) {
        const size = decodeVarint(pending, 1);
        if (!size && pending.length > MAX_SIZE_BYTES) return void socket.destroy();
        if (!size) return;
        if (size.value > MAX_FRAME_BYTES) return void socket.destroy();
        const end = size.end + Number(size.value);
        if (pending.length < end) return;
        const [tag, content] = [pending[0], pending.subarray(size.end, end)];
        pending = pending.subarray(end);
        if (tag === TAG.ping) socket.write(toFrame(TAG.pong, Buffer.alloc(0)));
        if (tag === TAG.close) socket.end();
        if (tag !== TAG.login) continue;
        device = String(decodeMessage(content).get(3) ?? '');
        sockets.set(device, socket);
        socket.write(
          Buffer.concat([Buffer.of(VERSION), toFrame(TAG.loginResponse, encodeMessage([[1, 'login']]))]),
        );
        connect(true);
      }
    });
  }

  async function listen(): Promise<string[]> {
    const { key, cert, keyHash } = makeCertificate();
    const server = createServer({ key, cert }, serve);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    close = async () => {
      for (const socket of sockets.values()) socket.destroy();
      server.close();
    };
    return [
      `--gcm-checkin-url=${url}/check-in`,
      `--gcm-registration-url=${url}/register`,
      `--gcm-mcs-endpoint=https://localhost:${(server.address() as AddressInfo).port}`,
      `--ignore-certificate-errors-spki-list=${keyHash}`,
    ];
  }

  const plugin: FastifyPluginAsync = async (scope) => {
    const app = scope as FastifyInstance;
    app.addHook('preClose', () => close());
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    app.post<{ Body: Buffer | undefined }>('/check-in', { schema: { hide: true } }, ({ body }, reply) => {
      const given = decodeMessage(body ?? Buffer.alloc(0)).get(2);
      const device = typeof given === 'bigint' && given > 0n ? given : createId();
      return reply.type('application/x-protobuf').send(
        encodeMessage([
          [1, 1],
          [3, Date.now()],
          [7, device],
          [8, createId()],
          [9, 0],
          [11, '1'],
        ]),
      );
    });
    app.post<{ Body: Buffer | undefined }>('/register', { schema: { hide: true } }, ({ body }, reply) =>
      reply.type('text/plain').send(register(Object.fromEntries(new URLSearchParams(String(body ?? ''))))),
    );
  };

  return {
    plugin,
    /** Returns the switches with which Chromium uses this service, and listens for its connections from now on. */
    listSwitches(): Promise<string[]> {
      listening ??= listen().catch((error: unknown) => {
        // The next view of the page tries again.
        listening = null;
        throw error;
      });
      return listening;
    },
    countDevices: () => sockets.size,
  };
}

const toFrame = (tag: number, content: Buffer) =>
  Buffer.concat([Buffer.of(tag), encodeVarint(content.length), content]);

/** Returns a positive number of 63 bits. */
const createId = () => randomBytes(8).readBigUInt64BE() >> 1n;

const DAY_MS = 24 * 3600 * 1000;
const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const ECDSA_WITH_SHA256 = encode(SEQUENCE, Buffer.from('06082a8648ce3d040302', 'hex'));
const COMMON_NAME = Buffer.from('0603550403', 'hex');

/** Makes a self-signed certificate for this machine, and the hash of its key by which Chromium accepts it. */
function makeCertificate(): { key: string; cert: string; keyHash: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keyInfo = publicKey.export({ type: 'spki', format: 'der' });
  const name = encode(
    SEQUENCE,
    encode(SET, encode(SEQUENCE, COMMON_NAME, encode(UTF8_STRING, Buffer.from('localhost')))),
  );
  const now = Date.now();
  const content = encode(
    SEQUENCE,
    encode(INTEGER, Buffer.of(1)),
    ECDSA_WITH_SHA256,
    name,
    encode(SEQUENCE, encodeTime(now - DAY_MS), encodeTime(now + 30 * DAY_MS)),
    name,
    keyInfo,
  );
  const signature = encode(BIT_STRING, Buffer.of(0), sign('sha256', content, privateKey));
  const certificate = encode(SEQUENCE, content, ECDSA_WITH_SHA256, signature);
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    keyHash: createHash('sha256').update(keyInfo).digest('base64'),
  };
}

/** Writes a value of ASN.1 in DER. */
function encode(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

const encodeTime = (ms: number) =>
  encode(UTC_TIME, Buffer.from(new Date(ms).toISOString().replace(/^\d\d|[-:T]|\.\d+/g, '')));
