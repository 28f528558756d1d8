import type { statfs } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { createSiteChecks } from './site-checks.ts';

const PRODUCTION = {
  MODE: 'production',
  DATABASE_URL: 'embedded',
  TOKEN_SECRET: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
  PUBLIC_URL: 'https://signals.pk',
  SMTP_URL: 'none',
  CONTACT_EMAIL: 'help@signals.pk',
  CONTACT_PHONE: '+92 42 3577 1204',
};

/** A disk of 100 blocks of a gigabyte, of which five are reserved. */
const makeDisk = (free: number) =>
  (async () => ({ blocks: 100, bfree: free + 5, bavail: free, bsize: 1e9 })) as unknown as typeof statfs;

const run = (id: string, settings: Record<string, string> = {}, disk = makeDisk(50)) =>
  createSiteChecks(readConfig({ ...PRODUCTION, ...settings }), { readDisk: disk })
    .find((check) => check.id === id)
    ?.run();

it.each([
  ['help@signals.pk', '+92 42 3577 1204', 'ok'],
  ['support@tezi.example', '+92 42 3577 1204', 'off'],
  ['help@signals.pk', '+92 42 0000 0000', 'off'],
])('contact data %s and %s is %s', async (email, phone, state) => {
  expect(await run('contact', { CONTACT_EMAIL: email, CONTACT_PHONE: phone })).toMatchObject({ state });
});

it.each([
  ['https://signals.pk', 'ok'],
  ['http://localhost:3000', 'off'],
])('the public URL %s is %s', async (url, state) => {
  expect(await run('public-url', { PUBLIC_URL: url })).toMatchObject({ state });
});

it.each([
  [50, 'ok', 'The disk is 47 % full: 50 GB are free.'],
  [9, 'warning', 'The disk is 90 % full: 9 GB are free.'],
  [2, 'failing', 'The disk is 97 % full: 2 GB are free.'],
])('a disk with %s GB free is %s', async (free, state, cause) => {
  expect(await run('disk', {}, makeDisk(free))).toMatchObject({ state, cause });
});

it.each([
  [
    'a response',
    async () => new Response('{}'),
    'ok',
    'https://signals.pk responds with a valid certificate.',
  ],
  [
    'a proxy without its server',
    async () => new Response('', { status: 502 }),
    'failing',
    'https://signals.pk responds with the status 502.',
  ],
  [
    'a rejected connection',
    async () => {
      throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
    },
    'failing',
    'https://signals.pk cannot be reached from this server: ECONNREFUSED.',
  ],
])('tests the public URL with %s', async (_, send, state, cause) => {
  const [check] = createSiteChecks(readConfig(PRODUCTION), { send }).filter(({ id }) => id === 'public-url');
  expect(await check?.setup?.test?.({ email: '' })).toMatchObject({ state, cause });
});
