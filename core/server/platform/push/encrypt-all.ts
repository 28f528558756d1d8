import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { SECOND } from '#core/server/platform/clock.ts';

/** A message for a subscription, not yet encrypted. */
export interface PlainMessage extends SubscriptionKeys {
  text: string;
}

/** What the thread responds: the encrypted messages one after another, and the length of each; 0 for one that could not be encrypted. */
export interface EncryptedMessages {
  bodies: Uint8Array<ArrayBuffer>;
  lengths: number[];
}

/** Encrypts messages, in their order; `null` for one whose keys are invalid. */
export type EncryptAll = (messages: readonly PlainMessage[]) => Promise<(Buffer | null)[]>;

/** Fewer take less time than the start of a thread. */
const MIN_FOR_THREAD = 50;
/** A hundred times what hundreds of messages take: then the thread hangs. */
const TIME_LIMIT_MS = 10 * SECOND;

/**
 * Creates a function that encrypts many messages on a thread of its own, because each takes a fifth of a millisecond and requests would wait. The
 * thread starts when it is needed first, and does not prevent the process from exiting. Throws if it ends or hangs; the next call starts another one.
 */
export function createEncryptAll(): EncryptAll {
  let thread: Thread | null = null;
  return async (messages) => {
    if (messages.length < MIN_FOR_THREAD) return messages.map(encryptOrNull);
    thread ??= startThread(() => (thread = null));
    return thread.encrypt(messages);
  };
}

export function encryptOrNull({ text, p256dh, auth }: PlainMessage): Buffer | null {
  try {
    return encryptMessage(Buffer.from(text), { p256dh, auth });
  } catch {
    // The stored keys are damaged. The messages to other devices are still encrypted.
    return null;
  }
}

interface Thread {
  encrypt: (messages: readonly PlainMessage[]) => Promise<(Buffer | null)[]>;
}

function startThread(onEnd: () => void): Thread {
  const worker = new Worker(new URL('./encrypt-thread.ts', import.meta.url), {
    name: 'push encryption',
    env: {},
    execArgv: [],
  });
  const waiting: PromiseWithResolvers<EncryptedMessages>[] = [];
  let failure: unknown = null;
  worker.on('message', (encrypted: EncryptedMessages) => waiting.shift()?.resolve(encrypted));
  worker.on('error', (error) => (failure = error));
  worker.on('exit', () => {
    onEnd();
    for (const { reject } of waiting)
      reject(new Error('the thread that encrypts has ended', { cause: failure }));
  });
  // After the listeners, which would undo it.
  worker.unref();
  return {
    async encrypt(messages) {
      const response = Promise.withResolvers<EncryptedMessages>();
      waiting.push(response);
      worker.postMessage(messages);
      const timer = setTimeout(() => void worker.terminate(), TIME_LIMIT_MS);
      const { bodies, lengths } = await response.promise.finally(() => clearTimeout(timer));
      let end = 0;
      return lengths.map((length) => {
        end += length;
        return length === 0 ? null : Buffer.from(bodies.buffer, bodies.byteOffset + end - length, length);
      });
    },
  };
}

/** The public key and the secret of a browser's subscription, as it reports them. */
interface SubscriptionKeys {
  p256dh: string;
  auth: string;
}

const RECORD_SIZE = 4_096;
const LAST_RECORD = 2;

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/**
 * Encrypts a message for a subscription (RFC 8291, `aes128gcm`). Each message has its own key pair and salt; the parameter is for the
 * example of the RFC.
 */
export function encryptMessage(
  plaintext: Buffer,
  { p256dh, auth }: SubscriptionKeys,
  { privateKey, salt }: { privateKey?: Buffer; salt: Buffer } = { salt: randomBytes(16) },
): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url');
  const ecdh = createECDH('prime256v1');
  if (privateKey) ecdh.setPrivateKey(privateKey);
  else ecdh.generateKeys();
  const sender = ecdh.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const secret = derive(ecdh.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const encrypted = Buffer.concat([
    cipher.update(plaintext),
    cipher.update(Buffer.of(LAST_RECORD)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_SIZE);
  header.writeUInt8(sender.length, 4);
  return Buffer.concat([salt, header, sender, encrypted]);
}

/** Returns whether the keys are those of a subscription: a point of the curve and a secret of 16 bytes. */
export function areKeysValid({ p256dh, auth }: SubscriptionKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    // The key is not a point of the curve.
    return false;
  }
}
