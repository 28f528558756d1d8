import { Worker } from 'node:worker_threads';
import { SECOND } from '#server/platform/clock.ts';
import { encryptMessage, type SubscriptionKeys } from './encrypt.ts';

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
