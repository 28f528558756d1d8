import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const production = {
  MODE: 'production',
  PUBLIC_URL: 'https://tezi.example',
  DATABASE_URL: 'postgres://tezi:secret@db.internal:5432/tezi',
  TOKEN_SECRET: 'k'.repeat(64),
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
      tokenSecret: 'k'.repeat(64),
      acceptedTokenSecrets: [],
      admin: null,
      contact: { email: 'help@tezi.example', phone: '+92 42 111 222 333' },
      analyst: { name: null, registration: null },
      minRewardToRisk: '1.00',
      isApprovalRequired: false,
      isDisclosureRequired: false,
      costUnits: 40,
      logLevel: 'info',
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
