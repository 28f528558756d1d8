import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const OTHER_SECRET = 'Zt4mQ8vK1xRw6Ny3Lb9Hc5Jd2Gf7Ps0AaUeIoYi';

const production = {
  MODE: 'production',
  PUBLIC_URL: 'https://tezi.example',
  DATABASE_URL: 'postgres://tezi:secret@db.internal:5432/tezi',
  TOKEN_SECRET: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
  CONTACT_EMAIL: 'help@tezi.example',
  CONTACT_PHONE: '+92 42 111 222 333',
  SMTP_URL: 'smtps://tezi:secret@mail.internal:465',
  MAIL_FROM: 'Tezi <no-reply@tezi.example>',
};

function findProblems(
  environment: Record<string, string | undefined>,
  options?: { isDevelopment: boolean },
): readonly string[] {
  try {
    readConfig(environment, options);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('the Telegram bot in production', () => {
  const token = `123456:${'A'.repeat(35)}`;

  it('calls the API of Telegram', () => {
    expect(readConfig({ ...production, TELEGRAM_BOT_TOKEN: token }).telegram).toEqual({
      token,
      apiUrl: 'https://api.telegram.org',
    });
  });

  it.each([
    ['http://localhost:8081', 'must be an https URL'],
    ['https://tezi.example/simulators/telegram', 'that of a simulator'],
  ])('does not use %s', (TELEGRAM_API_URL, problem) => {
    expect(() => readConfig({ ...production, TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL })).toThrow(problem);
  });
});

describe('production', () => {
  it('accepts the required settings', () => {
    expect(readConfig(production)).toEqual({
      mode: 'production',
      isDevelopment: false,
      host: '0.0.0.0',
      port: 3000,
      publicUrl: 'https://tezi.example',
      dataDir: resolve('data'),
      postgresBinDir: null,
      databaseUrl: 'postgres://tezi:secret@db.internal:5432/tezi',
      tokenSecret: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
      acceptedTokenSecrets: [],
      admin: null,
      contact: { email: 'help@tezi.example', phone: '+92 42 111 222 333' },
      analyst: { name: null, registration: null },
      minRewardToRisk: '1.00',
      isApprovalRequired: false,
      isDisclosureRequired: false,
      costUnits: 40,
      logLevel: 'info',
      logFormat: 'json',
      slowRequestMs: 2_000,
      trustedProxies: [],
      metricsToken: null,
      metricsAllowedIps: [],
      tracing: null,
      limits: expect.objectContaining({ signInAccount: { max: 5, windowMs: 900_000 } }),
      streamLimits: { maxPerAccount: 20, maxPerIp: 500 },
      securityLogDays: 180,
      scheduledBackups: null,
      hasExternalBackups: false,
      smtp: {
        url: 'smtps://tezi:secret@mail.internal:465',
        from: 'Tezi <no-reply@tezi.example>',
      },
      push: { key: null, contact: 'mailto:help@tezi.example' },
      telegram: null,
      hasPremiumLevelsInWebhooks: false,
      google: null,
      billing: { paddle: null, plans: [], registrationTrialDays: 0 },
      bankTransfer: null,
      connectors: {
        boardMeetingsUrl: null,
        bookClosuresUrl: null,
        pricesUrl: null,
        indexValuesUrl: null,
        companiesUrl: null,
      },
      isSecondFactorRequired: false,
      ledgerSigningKey: null,
      premiumPublicAfterDays: 7,
      isOutboundLoopbackAllowed: false,
    });
  });

  it.each([
    ['PUBLIC_URL', 'PUBLIC_URL is required in production: links in pages and emails are made from it.'],
    [
      'DATABASE_URL',
      'DATABASE_URL is required in production: name a PostgreSQL server, or set `embedded` to accept the embedded database.',
    ],
    [
      'TOKEN_SECRET',
      'TOKEN_SECRET is required in production: it signs sessions. Generate one with `openssl rand -base64 48`.',
    ],
    ['CONTACT_EMAIL', 'CONTACT_EMAIL is required in production: the footer and the legal pages name it.'],
    ['CONTACT_PHONE', 'CONTACT_PHONE is required in production: the footer names it.'],
  ])('requires %s', (name, problem) => {
    expect(findProblems({ ...production, [name]: undefined })).toEqual([problem]);
    expect(findProblems({ ...production, [name]: '  ' })).toEqual([problem]);
  });

  it.each([
    ['demo-admin-2026', 'This is a password of the demo, which is public.'],
    ['Demo-Trader-2026', 'This is a password of the demo, which is public.'],
    ['qwerty123456', 'This password is too common.'],
    ['Tezi-Admin-2026!', 'This password only contains your name, your email or words about this site.'],
    ['password123456', 'This password is too common.'],
    ['P@ssw0rd2026!', 'This password is too common.'],
    ['2026-Sunshine!!', 'This password is too common.'],
    ['dragondragon12', 'This password is too common.'],
    ['qwertyuiop[]1234', 'This password is too common.'],
    ['121212121212', 'This password is too common.'],
    ['bilal-123456789', 'This password only contains your name, your email or words about this site.'],
  ])('rejects the public or common ADMIN_PASSWORD %s', (password, reason) => {
    const found = findProblems({ ...production, ADMIN_USERNAME: 'bilal', ADMIN_PASSWORD: password });
    expect(found).toEqual([expect.stringContaining(`ADMIN_PASSWORD cannot be used: ${reason}`)]);
  });

  it.each([['a long admin password'], ['tezi 7nGq-x2Lw-9vTe'], ['bilal keeps two goats']])(
    'accepts the ADMIN_PASSWORD "%s"',
    (password) => {
      expect(findProblems({ ...production, ADMIN_USERNAME: 'bilal', ADMIN_PASSWORD: password })).toEqual([]);
    },
  );

  it.each([
    ['k'.repeat(32), 'is easy to guess'],
    ['abcdefghijklmnopqrstuvwxyz0123456789', 'is easy to guess'],
    ['kX9v'.repeat(16), 'is easy to guess'],
    ['kX9vQ2mR7wZ4kX9vQ2mR7wZ4kX9vQ2mR7wZ4', 'is easy to guess'],
    ['qwertyuiopasdfghjklzxcvbnm1234567890', 'is easy to guess'],
    ['11112222333344445555666677778888', 'is easy to guess'],
    ['a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6', 'is easy to guess'],
    ['thisisaverylongsecretkeyfortezi2026!', 'is made of words, like a placeholder'],
    ['MySecret4TeziIn2Production99xKqWzPv', 'is made of words, like a placeholder'],
    ['011010011001011010010110011010010101', 'is easy to guess'],
    ['change-me-8f3kq0zv5h2m9x1c7b4n6l0p', 'is made of words, like a placeholder'],
    ['CHANGE_ME_change_me_CHANGE_ME_change_me', 'is made of words, like a placeholder'],
    ['my-very-long-and-s.e.c.r.e.t-phrase-0', 'is made of words, like a placeholder'],
  ])('rejects the secret %s', (secret, reason) => {
    for (const name of ['TOKEN_SECRET', 'METRICS_TOKEN']) {
      const found = findProblems({ ...production, [name]: secret });
      expect(found).toEqual([expect.stringContaining(`${name} ${reason}`)]);
      expect(found[0]).toContain('Generate one with `openssl rand -base64 48`.');
      expect(found[0]).not.toContain(secret);
    }
    // A weak secret that is in use can be replaced.
    expect(findProblems({ ...production, ACCEPTED_TOKEN_SECRETS: secret })).toEqual([]);
  });

  it('accepts random secrets of every usual form', () => {
    for (let count = 0; count < 200; count += 1) {
      const bytes = createHash('sha512').update(String(count)).digest();
      for (const secret of [
        bytes.subarray(0, 48).toString('base64'),
        bytes.subarray(0, 24).toString('base64url'),
        bytes.subarray(0, 16).toString('hex'),
        bytes.subarray(0, 32).toString('hex'),
      ])
        expect(findProblems({ ...production, TOKEN_SECRET: secret }), secret).toEqual([]);
    }
  });

  it('accepts a random secret that contains a word by chance', () => {
    const secret = 'phovegh3TooPhie3ai1uangu7eeh8uiValeimae3Changeepek1al3aokah5fo9t';
    expect(findProblems({ ...production, TOKEN_SECRET: secret })).toEqual([]);
  });

  it('accepts a secret that one setting lists twice', () => {
    const ACCEPTED_TOKEN_SECRETS = `${OTHER_SECRET},${OTHER_SECRET}`;
    expect(findProblems({ ...production, ACCEPTED_TOKEN_SECRETS })).toEqual([]);
  });

  it.each([
    ['METRICS_TOKEN', 'TOKEN_SECRET', {}],
    ['ADMIN_PASSWORD', 'METRICS_TOKEN', { METRICS_TOKEN: OTHER_SECRET }],
    ['ACCEPTED_TOKEN_SECRETS', 'METRICS_TOKEN', { METRICS_TOKEN: OTHER_SECRET }],
  ])('rejects %s with the value of %s', (name, other, settings: Record<string, string>) => {
    const all: Record<string, string> = {
      ...production,
      ADMIN_USERNAME: 'bilal',
      ADMIN_PASSWORD: 'a long admin word',
      ...settings,
    };
    expect(findProblems({ ...all, [name]: all[other] })).toEqual([
      expect.stringMatching(
        new RegExp(`^(${name} is the same as ${other}|${other} is the same as ${name}): `),
      ),
    ]);
  });

  it.each([
    'http://tezi.example',
    'http://10.0.0.5:3000',
    'http://localhost.example',
    'http://[2001:db8::1]',
  ])('rejects the PUBLIC_URL %s', (url) => {
    expect(findProblems({ ...production, PUBLIC_URL: url })).toEqual([
      expect.stringContaining(
        `PUBLIC_URL is ${url}: passwords and sessions would be sent without encryption.`,
      ),
    ]);
  });

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'accepts the PUBLIC_URL %s for trials on this machine',
    (url) => {
      expect(findProblems({ ...production, PUBLIC_URL: url })).toEqual([]);
    },
  );

  it.each([
    '0.0.0.0/1,128.0.0.0/1',
    '0.0.0.0/2, 64.0.0.0/2, 128.0.0.0/1',
    '1.2.3.4/1',
    '::/1,8000::/1',
    '2000::/3',
    '::ffff:0:0/96',
    '::/8',
    Array.from({ length: 256 }, (_, first) => `${first}.0.0.0/8`).join(),
  ])('rejects the TRUSTED_PROXIES %s', (proxies) => {
    for (const name of ['TRUSTED_PROXIES', 'METRICS_ALLOWED_IPS'])
      expect(findProblems({ ...production, [name]: proxies })).toEqual([
        expect.stringContaining(`${name} covers a large part of all IP addresses`),
      ]);
  });

  it('accepts the private networks of both families as TRUSTED_PROXIES', () => {
    const proxies =
      '127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,::1,fc00::/7,fe80::/10';
    expect(findProblems({ ...production, TRUSTED_PROXIES: proxies })).toEqual([]);
  });

  it('rejects an administrator whose username or password is too long', () => {
    const admin = { ADMIN_USERNAME: 'b'.repeat(151), ADMIN_PASSWORD: 'long '.repeat(26) };
    expect(findProblems({ ...production, ...admin })).toEqual([
      'ADMIN_USERNAME is too long: it may have 150 characters at most.',
      'ADMIN_PASSWORD is too long: it may have 128 characters at most.',
    ]);
  });

  it('reports all missing settings at once', () => {
    expect(findProblems({ MODE: 'production' }).map((problem) => problem.split(' ')[0])).toEqual([
      'TOKEN_SECRET',
      'PUBLIC_URL',
      'DATABASE_URL',
      'CONTACT_EMAIL',
      'CONTACT_PHONE',
      'SMTP_URL',
    ]);
  });

  it('sends no emails only with SMTP_URL=none', () => {
    expect(readConfig({ ...production, SMTP_URL: 'none' }).smtp).toBeNull();
    expect(findProblems({ ...production, MAIL_FROM: '' })).toEqual([
      'MAIL_FROM is required with SMTP_URL: it is the sender of emails.',
    ]);
    expect(findProblems({ ...production, SMTP_URL: 'mail.internal' })[0]).toMatch(/^SMTP_URL must look like/);
  });

  it('limits requests from one IP address more strictly than the demo', () => {
    expect(readConfig(production).limits.signUpAddress.max).toBeLessThan(
      readConfig({}).limits.signUpAddress.max,
    );
  });

  it('accepts the embedded database', () => {
    expect(readConfig({ ...production, DATABASE_URL: 'embedded' }).databaseUrl).toBeNull();
  });

  it('rejects OUTBOUND_ALLOW_LOOPBACK', () => {
    expect(findProblems({ ...production, OUTBOUND_ALLOW_LOOPBACK: 'false' })).toEqual([]);
    expect(findProblems({ ...production, OUTBOUND_ALLOW_LOOPBACK: 'true' })).toEqual([
      'OUTBOUND_ALLOW_LOOPBACK=true is for tests only: production does not fetch from its own machine.',
    ]);
  });

  it('rejects --dev', () => {
    expect(findProblems(production, { isDevelopment: true })).toEqual([
      'MODE=production cannot run with --dev.',
    ]);
  });
});
