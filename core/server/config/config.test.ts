import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

/** Returns the problems of the settings, or none if they are accepted. */
function findProblems(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('the settings of a demo', () => {
  it('needs no setting in the demo', () => {
    expect(readConfig({})).toEqual({
      mode: 'demo',
      isDevelopment: false,
      host: 'localhost',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      dataDir: resolve('data'),
      postgresBinDir: null,
      databaseUrl: null,
      tokenSecret: null,
      acceptedTokenSecrets: [],
      admin: null,
      contact: { email: 'support@tezi.example', phone: '+92 42 0000 0000' },
      analyst: { name: null, registration: null },
      minRewardToRisk: '1.00',
      isApprovalRequired: false,
      isDisclosureRequired: false,
      costUnits: 40,
      logLevel: 'warn',
      logFormat: 'readable',
      slowRequestMs: 2_000,
      trustedProxies: [],
      metricsToken: null,
      metricsAllowedIps: [],
      tracing: null,
      limits: expect.objectContaining({ signInAccount: { max: 5, windowMs: 900_000 } }),
      // The demo's limits per IP address are a thousand times as high.
      streamLimits: { maxPerAccount: 20, maxPerIp: 20_000 },
      securityLogDays: 180,
      scheduledBackups: null,
      hasExternalBackups: false,
      smtp: null,
      push: { key: null, contact: 'mailto:support@tezi.example' },
      telegram: null,
      hasPremiumLevelsInWebhooks: false,
      google: null,
      billing: { paddle: null, plans: [], registrationTrialDays: 0 },
      bankTransfer: null,
      isSecondFactorRequired: false,
      ledgerSigningKey: null,
      premiumPublicAfterDays: 7,
      connectors: {
        boardMeetingsUrl: null,
        bookClosuresUrl: null,
        pricesUrl: null,
        indexValuesUrl: null,
        companiesUrl: null,
      },
      isOutboundLoopbackAllowed: false,
    });
  });

  it('derives the public URL from the port', () => {
    expect(readConfig({ PORT: '4100' })).toMatchObject({ port: 4100, publicUrl: 'http://localhost:4100' });
  });

  it('treats a blank setting as unset and trims all values but the password', () => {
    const config = readConfig({
      PORT: ' ',
      ANALYST_NAME: ' Bilal Ahmed ',
      ADMIN_USERNAME: ' bilal ',
      ADMIN_PASSWORD: ' twelve spaces ',
    });
    expect(config).toMatchObject({
      port: 3000,
      analyst: { name: 'Bilal Ahmed', registration: null },
      admin: { username: 'bilal', password: ' twelve spaces ' },
    });
  });

  it.each(['localhost', '127.0.0.1', '127.0.0.53', '::1'])(
    'lets the demo listen on this machine as %s',
    (host) => {
      expect(readConfig({ HOST: host }).host).toBe(host);
    },
  );

  it.each(['0.0.0.0', '::', '192.168.1.5', 'tezi.example', '127.0.0.1.tezi.example'])(
    'rejects the network interface %s without DEMO_ON_NETWORK',
    (host) => {
      expect(findProblems({ HOST: host, ADMIN_PASSWORD: 'a long admin password' })).toEqual([
        `HOST=${host} would open the demo to the network. Set DEMO_ON_NETWORK=yes to allow it.`,
      ]);
    },
  );

  it('requires an ADMIN_PASSWORD for a demo on the network', () => {
    expect(findProblems({ HOST: '0.0.0.0', DEMO_ON_NETWORK: 'yes' })).toEqual([
      "ADMIN_PASSWORD is required for a demo on the network: the demo's own password is public.",
    ]);
  });

  it('rejects a public ADMIN_PASSWORD on the network and accepts it on this machine', () => {
    const admin = { ADMIN_USERNAME: 'sana', ADMIN_PASSWORD: 'demo-admin-2026' };
    expect(findProblems({ ...admin, HOST: '0.0.0.0', DEMO_ON_NETWORK: 'yes' })).toEqual([
      'ADMIN_PASSWORD cannot be used: This is a password of the demo, which is public.',
    ]);
    expect(findProblems(admin)).toEqual([]);
  });

  it('allows feeds from this machine only with OUTBOUND_ALLOW_LOOPBACK', () => {
    expect(readConfig({ OUTBOUND_ALLOW_LOOPBACK: 'true' }).isOutboundLoopbackAllowed).toBe(true);
    expect(findProblems({ OUTBOUND_ALLOW_LOOPBACK: '1' })).toEqual([
      'OUTBOUND_ALLOW_LOOPBACK is "1"; it must be one of false, true.',
    ]);
  });

  it('lets the demo listen on the network with DEMO_ON_NETWORK and an ADMIN_PASSWORD', () => {
    const settings = { HOST: '0.0.0.0', DEMO_ON_NETWORK: 'yes', ADMIN_PASSWORD: 'a long admin password' };
    expect(readConfig(settings)).toMatchObject({
      host: '0.0.0.0',
      admin: { username: 'admin', password: 'a long admin password' },
    });
  });
});

describe('a name that is not a setting', () => {
  it.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['smtp_url', 'SMTP_URL'],
    ['BACKUPDIR', 'BACKUP_DIR'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
    ['LEDGER_SIGNING_KEYS', 'LEDGER_SIGNING_KEY'],
  ])('is reported if it is probably a misspelled one: %s', (name, meant) => {
    expect(findProblems({ [name]: 'hunter2' })).toEqual([
      `${name} is not a setting: did you mean ${meant}? If another program uses it, set ${meant} too.`,
    ]);
  });

  it('is ignored if the setting that it resembles is set', () => {
    const settings = { DATABASE_URL: 'postgres://db/tezi', LOG_LEVEL: 'info', BACKUP_DIR: '/backups' };
    const others = { DATABASE_URI: 'x', DATABASE_URLS: 'x', LOGLEVEL: 'x', BACKUP_DIRS: 'x', log_level: 'x' };
    expect(findProblems({ ...settings, ...others })).toEqual([]);
  });

  it('is ignored if it belongs to another program', () => {
    const names =
      'HOME HOSTNAME HOSTTYPE LOGNAME MAIL NODE PATH POST PWD SHELL USER TERM NODE_ENV NODE_OPTIONS NODE_PATH INIT_CWD EDITOR ' +
      'npm_config_cache npm_config_loglevel npm_lifecycle_event npm_package_name npm_execpath INVOCATION_ID JOURNAL_STREAM ' +
      'SYSTEMD_EXEC_PID MEMORY_PRESSURE_WATCH CREDENTIALS_DIRECTORY STATE_DIRECTORY LOGS_DIRECTORY NOTIFY_SOCKET LISTEN_FDS ' +
      'XDG_DATA_HOME XDG_DATA_DIRS XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK SUDO_USER LANG LC_ALL PGDATABASE ' +
      'PGDATA PGHOST PGPORT TEST_DATABASE_URL VITE_API_BASE_URL GITHUB_TOKEN CI_PROJECT_URL DOCKER_HOST KUBERNETES_PORT ' +
      'TEZI_PORT TEZI_SERVICE_HOST http_proxy HTTPS_PROXY NO_PROXY POSTGRES_PASSWORD SMTP_HOST SMTP_PORT SMTP_PASSWORD BACKUP_FILE BACKUP_URL REDIS_URL DATABASE_NAME LOG_DIR ANALYST ' +
      'OTEL_RESOURCE_ATTRIBUTES OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_TRACES_EXPORTER';
    expect(findProblems(Object.fromEntries(names.split(' ').map((name) => [name, 'x'])))).toEqual([]);
  });
});

const HIDDEN = 'hunter2';
const ENCODED =
  'has special characters that must be percent-encoded in the user and the password, but not the : between them: write @ as %40, / as %2F, ? as %3F, # as %23 and % as %25.';

describe('a URL with a password', () => {
  it.each([
    `p@${HIDDEN}@db:5432/tezi`,
    `12/${HIDDEN}@db/tezi`,
    `12?${HIDDEN}@db/tezi`,
    `12#${HIDDEN}@db/tezi`,
    `p@12/${HIDDEN}@db/tezi`,
    `100%${HIDDEN}@db/tezi`,
  ])('is rejected without a part of it if that is not encoded: %s', (rest) => {
    for (const [name, url] of [
      ['DATABASE_URL', `postgres://tezi:${rest}`],
      ['SMTP_URL', `smtps://tezi:${rest}`],
    ] as const) {
      const problems = findProblems({ [name]: url, MAIL_FROM: 'a@b.example' });
      expect(problems).toEqual([`${name} ${ENCODED}`]);
      expect(problems.join()).not.toContain(HIDDEN);
    }
  });

  it.each([
    ['postgres://tezi%3Ahunter2@db/tezi', ENCODED],
    ['postgres:///tezi:hunter2@db/tezi', ENCODED],
    ['postgres:tezi:hunter2@db/tezi', 'must look like postgres://user:password@host:5432/database.'],
    ['postgres:\\\\tezi:hunter2@db/tezi', 'must look like postgres://user:password@host:5432/database.'],
  ])('is rejected if the password would be read as another part: %s', (url, problem) => {
    expect(findProblems({ DATABASE_URL: url })).toEqual([`DATABASE_URL ${problem}`]);
  });

  it('is accepted if the password is encoded, and without one', () => {
    for (const url of [
      'postgres://tezi:p%40%2Fhunter2%25:x@db:5432/tezi?sslmode=require',
      'postgres:///tezi?user=postgres&host=%2Fvar%2Frun',
      'postgres://db/tezi',
    ])
      expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });
});

describe('an invalid setting', () => {
  it.each([
    'Tezi',
    'Tezi <no-reply>',
    'a@b.example, c@d.example',
    'Tezi <a@b.example',
    'a@b.example, Tezi <c@d.example>',
    'Team: Tezi <a@b.example>',
    '<>',
    'a b@c.example',
  ])('a MAIL_FROM without exactly one address is rejected: %s', (MAIL_FROM) => {
    expect(findProblems({ SMTP_URL: 'smtp://mail.example', MAIL_FROM })).toEqual([
      'MAIL_FROM must be one email address, such as Tezi <no-reply@tezi.example>.',
    ]);
  });

  it.each(['a@b.example', 'Tezi, PSX <a@b.example>', '"Tezi, PSX @ Karachi" <a@b.example>', '<a@b.example>'])(
    'a MAIL_FROM with an address is accepted: %s',
    (MAIL_FROM) => {
      expect(readConfig({ SMTP_URL: 'smtp://mail.example', MAIL_FROM }).smtp?.from).toBe(MAIL_FROM);
    },
  );

  it('a CONTACT_EMAIL without an address is rejected', () => {
    expect(findProblems({ CONTACT_EMAIL: 'support' })).toEqual(['CONTACT_EMAIL must be an email address.']);
  });

  it.each([
    ['MODE', 'staging', 'MODE is "staging"; it must be one of demo, production.'],
    [
      'BOARD_MEETINGS_URL',
      'ftp://data.example/x.csv',
      'BOARD_MEETINGS_URL must be a URL such as https://data.example/file.csv.',
    ],
    ['PORT', '70000', 'PORT is "70000"; it must be a whole number from 0 to 65535.'],
    ['SECURITY_LOG_DAYS', '29', 'SECURITY_LOG_DAYS is "29"; it must be a whole number from 30 to 3650.'],
    ['PORT', '80.5', 'PORT is "80.5"; it must be a whole number from 0 to 65535.'],
    ['PORT', '-1', 'PORT is "-1"; it must be a whole number from 0 to 65535.'],
    ['PORT', 'http', 'PORT is "http"; it must be a whole number from 0 to 65535.'],
    [
      'PUBLIC_URL',
      'tezi.example',
      'PUBLIC_URL is "tezi.example"; it must be a URL such as https://tezi.example, without a path.',
    ],
    [
      'PUBLIC_URL',
      'https://tezi.example/app',
      'PUBLIC_URL is "https://tezi.example/app"; it must be a URL such as https://tezi.example, without a path.',
    ],
    [
      'PUBLIC_URL',
      'javascript:alert(1)',
      'PUBLIC_URL is "javascript:alert(1)"; it must be a URL such as https://tezi.example, without a path.',
    ],
    ['TOKEN_SECRET', 'x'.repeat(31), 'TOKEN_SECRET is too short: it needs at least 32 characters.'],
    [
      'DATABASE_URL',
      'mysql://127.0.0.1/tezi',
      'DATABASE_URL must look like postgres://user:password@host:5432/database.',
    ],
    ['DATABASE_URL', 'tezi.db', 'DATABASE_URL must look like postgres://user:password@host:5432/database.'],
    ['ADMIN_PASSWORD', 'elevenchars', 'ADMIN_PASSWORD is too short: it needs at least 12 characters.'],
    ['ADMIN_USERNAME', 'bilal', 'ADMIN_USERNAME is set without ADMIN_PASSWORD: set both or neither.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud"; it must be one of fatal, error, warn, info, debug, silent.'],
  ])('reports the invalid setting %s=%s by name', (name, value, problem) => {
    expect(findProblems({ [name]: value })).toEqual([problem]);
  });

  it('reports all invalid settings together, without repeating a secret', () => {
    const settings = { MODE: 'staging', PORT: 'x', TOKEN_SECRET: 'hunter2', ADMIN_PASSWORD: 'hunter3' };
    expect(findProblems(settings).map((problem) => problem.split(' ')[0])).toEqual([
      'MODE',
      'PORT',
      'TOKEN_SECRET',
      'ADMIN_PASSWORD',
    ]);
    expect(() => readConfig(settings)).toThrow(
      /^The settings cannot be used:\n {2}- MODE is "staging".*\n {2}- PORT is "x"/,
    );
    expect(findProblems(settings).join()).not.toContain('hunter');
  });
});

describe('the configuration', () => {
  it('freezes the configuration', () => {
    expect(() => Object.assign(readConfig({}), { mode: 'production' })).toThrow(TypeError);
  });

  it('removes the trailing slash of the public URL', () => {
    expect(readConfig({ PUBLIC_URL: 'https://tezi.example/' }).publicUrl).toBe('https://tezi.example');
  });

  it('represents the embedded database as null', () => {
    expect(readConfig({ DATABASE_URL: 'embedded' }).databaseUrl).toBeNull();
  });
});

describe('the rate limits', () => {
  it('reads each rate limit as a maximum and a window', () => {
    const { limits } = readConfig({ LIMIT_SIGN_IN_ACCOUNT: '3/90s', LIMIT_SIGN_UP_ADDRESS: '10/2h' });
    expect(limits.signInAccount).toEqual({ max: 3, windowMs: 90_000 });
    expect(limits.signUpAddress).toEqual({ max: 10, windowMs: 7_200_000 });
  });

  it.each(['5', '0/15m', '5/15', 'five/15m', '5/15d', '-1/5m'])('rejects %o as a rate limit', (value) => {
    expect(() => readConfig({ LIMIT_SIGN_IN_ACCOUNT: value })).toThrow(
      `LIMIT_SIGN_IN_ACCOUNT is "${value}"; it must look like 5/15m (units s, m, h).`,
    );
  });
});

describe('the trusted proxies', () => {
  it('accepts IP addresses and networks as trusted proxies', () => {
    expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8, ::1' }).trustedProxies).toEqual([
      '10.0.0.0/8',
      'fd00::/8',
      '::1',
    ]);
  });

  it.each([
    'anyone',
    '10.0.0.0/x',
    '300.1.1.1',
    '10.0.0.0/33',
    'fd00::/129',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/8/8',
  ])('rejects %o as trusted proxies', (value) => {
    expect(() => readConfig({ TRUSTED_PROXIES: value })).toThrow(/TRUSTED_PROXIES names/);
  });
});

describe('the OpenTelemetry collector', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318/';

  it('the OpenTelemetry collector is not used by default', () => {
    expect(readConfig({}).tracing).toBeNull();
    expect(readConfig({ OTEL_SERVICE_NAME: 'x' }).tracing).toBeNull();
  });

  it('receives all traces at the standard path', () => {
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).tracing).toEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: {},
      serviceName: 'tezi',
      sampledShare: 1,
    });
  });

  it('receives the headers, the service name and the share of the settings', () => {
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=abc=, authorization=Basic%20xyz',
      OTEL_SERVICE_NAME: 'tezi-2',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    };
    expect(readConfig(settings).tracing).toEqual({
      url: 'https://collector.example/otlp/v1/traces',
      headers: { 'api-key': 'abc=', authorization: 'Basic xyz' },
      serviceName: 'tezi-2',
      sampledShare: 0.25,
    });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret-without-a-name'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=%FF'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', 'all'],
  ])('reports the invalid setting %s=%s without repeating a secret', (name, value) => {
    const read = () => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, [name]: value });
    expect(read).toThrow(new RegExp(name));
    expect(read).not.toThrow(/secret-without/);
  });
});

describe('the keys for Google', () => {
  it('rejects one Google key without the other', () => {
    expect(readConfig({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }).google).toEqual({
      issuer: 'https://accounts.google.com',
      clientId: 'id',
      clientSecret: 'secret',
    });
    expect(() => readConfig({ GOOGLE_CLIENT_ID: 'id' })).toThrow(/belong together/);
  });

  it('checks the issuer only if Google is configured', () => {
    const GOOGLE_ISSUER = 'http://issuer.example';
    expect(readConfig({ GOOGLE_ISSUER }).google).toBeNull();
    const keys = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(() => readConfig({ ...keys, GOOGLE_ISSUER })).toThrow(/GOOGLE_ISSUER must be an https URL/);
  });
});
