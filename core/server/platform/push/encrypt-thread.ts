/** The thread of `createEncryptAll`: encrypts the messages of each request. */
import { parentPort } from 'node:worker_threads';
import { type EncryptedMessages, encryptOrNull, type PlainMessage } from './encrypt-all.ts';

parentPort?.on('message', (messages: readonly PlainMessage[]) => {
  const encrypted = messages.map((message) => encryptOrNull(message) ?? Buffer.alloc(0));
  const bodies = new Uint8Array(Buffer.concat(encrypted));
  const response: EncryptedMessages = { bodies, lengths: encrypted.map(({ length }) => length) };
  parentPort?.postMessage(response, [bodies.buffer]);
});
