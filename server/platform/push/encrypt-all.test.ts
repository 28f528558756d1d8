import { expect, it } from 'vitest';
import { createDevice } from '#tests/support/push-device.ts';
import { createEncryptAll } from './encrypt-all.ts';

it.each([1, 200])('encrypts %i messages in their order, and none with invalid keys', async (count) => {
  const encryptAll = createEncryptAll();
  const device = createDevice();
  const texts = Array.from({ length: count }, (_, index) => JSON.stringify({ index }));
  const messages = texts.map((text) => ({ text, ...device.keys }));
  const invalid = { text: 'x', p256dh: `B${'A'.repeat(86)}`, auth: device.keys.auth };
  const [encrypted, others] = await Promise.all([encryptAll([...messages, invalid]), encryptAll(messages)]);
  expect(encrypted.at(-1)).toBeNull();
  for (const bodies of [encrypted.slice(0, -1), others])
    expect(bodies.map((body) => device.decrypt(body ?? Buffer.alloc(0)))).toEqual(
      texts.map((text) => JSON.parse(text)),
    );
});
