import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { createDevice } from '#tests/support/push-device.ts';
import { areKeysValid, createEncryptAll, encryptMessage } from './encrypt-all.ts';

const device = createDevice();

/** Counts the threads that start while `work` runs. */
async function countThreads(work: () => Promise<void>): Promise<number> {
  let count = 0;
  const add = () => (count += 1);
  process.on('worker', add);
  await work().finally(() => process.off('worker', add));
  return count;
}

it.each([
  ['a few messages without a thread', 10, 0],
  ['many messages on one thread', 200, 1],
])('encrypts %s, in their order, and none with invalid keys', async (_name, count, threads) => {
  const encryptAll = createEncryptAll();
  const texts = Array.from({ length: count }, (_, index) => JSON.stringify({ index }));
  const messages = texts.map((text) => ({ text, ...device.keys }));
  const invalid = { text: 'x', p256dh: `B${'A'.repeat(86)}`, auth: device.keys.auth };
  const started = await countThreads(async () => {
    const [encrypted, others] = await Promise.all([encryptAll([...messages, invalid]), encryptAll(messages)]);
    expect(encrypted.at(-1)).toBeNull();
    for (const bodies of [encrypted.slice(0, -1), others])
      expect(bodies.map((body) => device.decrypt(body ?? Buffer.alloc(0)))).toEqual(
        texts.map((text) => JSON.parse(text)),
      );
  });
  expect(started).toBe(threads);
});

describe('a thread', () => {
  it('does not prevent the process from exiting', { timeout: 60_000 }, async () => {
    const script = `
      import { createEncryptAll } from './core/server/platform/push/encrypt-all.ts';
      const message = ${JSON.stringify({ text: 'x', ...device.keys })};
      const encrypted = await createEncryptAll()(Array.from({ length: 60 }, () => message));
      process.stdout.write(String(encrypted.filter((body) => body !== null).length));`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(output).toBe('60');
  });

  it('that ends fails what waits for it, and is replaced', async () => {
    const encryptAll = createEncryptAll();
    const messages = Array.from({ length: 60 }, () => ({ text: '{}', ...device.keys }));
    const onWorker = (worker: Worker) => void worker.terminate();
    process.once('worker', onWorker);
    await expect(encryptAll(messages)).rejects.toThrow('the thread that encrypts has ended');
    expect((await encryptAll(messages)).length).toBe(60);
  });
});

const RECEIVER = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

it('encrypts the example of RFC 8291, section 5', () => {
  const encrypted = encryptMessage(Buffer.from('When I grow up, I want to be a watermelon'), RECEIVER, {
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
  });
  expect(encrypted.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

it('encrypts each message with a key and a salt of its own', () => {
  const encrypt = () => encryptMessage(Buffer.from('x'), RECEIVER).toString('base64url');
  expect(encrypt()).not.toBe(encrypt());
  expect(encryptMessage(Buffer.alloc(3_993), RECEIVER).length).toBe(4_096);
});

it.each([
  ['the keys of a browser', RECEIVER, true],
  ['a point that is not on the curve', { ...RECEIVER, p256dh: `B${'A'.repeat(86)}` }, false],
  ['a secret that is too short', { ...RECEIVER, auth: 'BTBZ' }, false],
])('accepts %s: %j %s', (_name, keys, isValid) => {
  expect(areKeysValid(keys)).toBe(isValid);
});
