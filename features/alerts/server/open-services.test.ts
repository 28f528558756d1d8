import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { createVapid, generateVapidKey } from '#core/server/platform/push/vapid.ts';
import { openPush } from './open-services.ts';

/** The guarded post rejects its address without a request. */
const ORIGIN = 'https://127.0.0.1';
const ENDPOINT = `${ORIGIN}/fcm/send/simulated:gone`;
const production = {
  MODE: 'production',
  PUBLIC_URL: 'http://localhost:3000',
  DATABASE_URL: 'postgres://tezi:secret@db.internal:5432/tezi',
  TOKEN_SECRET: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
  CONTACT_EMAIL: 'help@tezi.example',
  CONTACT_PHONE: '+92 42 111 222 333',
  SMTP_URL: 'smtps://tezi:secret@mail.internal:465',
  MAIL_FROM: 'Tezi <no-reply@tezi.example>',
};

async function open(environment: Record<string, string>) {
  const vapid = createVapid({ privateKey: generateVapidKey(), contact: 'mailto:push@tezi.example' });
  const { push, simulator } = await openPush(readConfig(environment), vapid);
  onTestFinished(() => push?.post.close());
  const authorization = vapid.authorize(ORIGIN);
  const post = () =>
    push?.post(ENDPOINT, { headers: { Authorization: authorization }, body: Buffer.alloc(1) });
  return { simulator, post };
}

it('sends the messages for devices of the simulator to it in a local demo', async () => {
  const { simulator, post } = await open({});
  expect(simulator).not.toBe(null);
  expect(await post()).toMatchObject({ status: 404 });
});

it.each([
  ['production', production],
  ['a demo with a public URL', { PUBLIC_URL: 'https://tezi.example' }],
])('has no simulator in %s', async (_name, environment) => {
  const { simulator, post } = await open(environment);
  expect(simulator).toBe(null);
  await expect(post()).rejects.toMatchObject({ name: 'OutboundError', code: 'url_rejected' });
});
