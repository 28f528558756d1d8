import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { PASSWORD_MAX_LENGTH } from '#contract/accounts/sign-in.ts';
import { ADMIN_PASSWORD_MIN_LENGTH, AdminUsername } from '#contract/admin/sign-in.ts';
import { DEMO_ADMIN, getAdminPasswordProblem } from '#server/startup/public-passwords.ts';
import { type BillingSettings, readBillingSettings } from './billing-settings.ts';
import { type LimitSettings, readLimits } from './limit-settings.ts';

/** What the operator decides. Made once at start from the environment; nothing else reads `process.env`. */
export interface Config {
  mode: 'demo' | 'production';
  /** Pages come from Vite with hot reload instead of the build. */
  isDevelopment: boolean;
  host: string;
  port: number;
  /** The address under which people reach the product, without a slash at the end. */
  publicUrl: string;
  dataDir: string;
  /** `null`: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** Signs access tokens and derives refresh tokens. `null` in the demo: one is made and kept in `dataDir`. */
  tokenSecret: string | null;
  /** The first administrator, made at first boot. */
  admin: { username: string; password: string } | null;
  contact: { email: string; phone: string };
  /** Shown on signals that name no analyst of their own. */
  analyst: { name: string | null; registration: string | null };
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** The proxies whose `X-Forwarded-For` is believed: addresses or networks. */
  trustedProxies: readonly string[];
  limits: LimitSettings;
  /** How long the security log is kept. */
  securityLogDays: number;
  /** `null`: the demo keeps mails for its mailbox page; elsewhere none are sent. */
  mail: { smtpUrl: string; from: string } | null;
  /** `null`: the demo's stand-in, or no sign-in with Google at all in production. */
  google: { issuer: string; clientId: string; clientSecret: string } | null;
  billing: BillingSettings;
  /** Administrators without a second factor can do nothing but set one up. */
  isSecondFactorRequired: boolean;
  /** Where meetings and closures are read from by themselves, a few times a day; `null`: nowhere. */
  connectors: { boardMeetingsUrl: string | null; bookClosuresUrl: string | null };
  /** Whether feeds may be fetched from this machine too, for tests and stand-ins; never in production. */
  isOutboundLoopbackAllowed: boolean;
}

/** What is wrong with the settings, a sentence each, naming the setting. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Environment = Record<string, string | undefined>;

const TOKEN_SECRET_MIN_LENGTH = 32;
const MIN_SECURITY_LOG_DAYS = 30;
const MAX_SECURITY_LOG_DAYS = 3650;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** The process's environment, with what a `.env` file in the current folder adds to it. */
export function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** Reads every setting (explained in `.env.example`) and checks them against each other. Throws one `ConfigError`. */
export function readConfig(environment: Environment, options: { isDevelopment?: boolean } = {}): Config {
  const problems: string[] = [];
  const read = (name: string) => environment[name]?.trim() || null;
  const required = (name: string, why: string, demoDefault: string) => {
    const value = read(name);
    if (value !== null) return value;
    if (mode === 'production') problems.push(`${name} is required in production: ${why}.`);
    return demoDefault;
  };

  const mode = oneOf(['demo', 'production'] as const, 'MODE', read('MODE') ?? 'demo', problems);
  const port = portNumber(read('PORT') ?? '3000', problems);
  const host = listenHost(read('HOST'), mode, read('DEMO_ON_NETWORK') === 'yes', problems);
  const tokenSecret = read('TOKEN_SECRET');
  if (mode === 'production' && tokenSecret === null) {
    problems.push(
      'TOKEN_SECRET is required in production: it signs the sign-ins. Make one with `openssl rand -base64 48`.',
    );
  }
  if (tokenSecret !== null && tokenSecret.length < TOKEN_SECRET_MIN_LENGTH) {
    problems.push(`TOKEN_SECRET is too short: it needs at least ${TOKEN_SECRET_MIN_LENGTH} characters.`);
  }

  const config: Config = {
    mode,
    isDevelopment: options.isDevelopment ?? false,
    host,
    port,
    publicUrl: publicUrl(
      required('PUBLIC_URL', 'links in pages and mails are made from it', `http://localhost:${port}`),
      problems,
    ),
    dataDir: resolve(read('DATA_DIR') ?? 'data'),
    databaseUrl: databaseUrl(
      required(
        'DATABASE_URL',
        'name a PostgreSQL server, or say `embedded` to accept the embedded database',
        'embedded',
      ),
      problems,
    ),
    tokenSecret,
    admin: firstAdministrator(read('ADMIN_USERNAME'), environment.ADMIN_PASSWORD || null, problems),
    contact: {
      email: required('CONTACT_EMAIL', 'the footer and the legal pages name it', 'support@tezi.example'),
      phone: required('CONTACT_PHONE', 'the footer names it', '+92 42 0000 0000'),
    },
    analyst: { name: read('ANALYST_NAME'), registration: read('ANALYST_REGISTRATION') },
    logLevel: oneOf(
      LOG_LEVELS,
      'LOG_LEVEL',
      read('LOG_LEVEL') ?? (mode === 'production' ? 'info' : 'warn'),
      problems,
    ),
    trustedProxies: proxies(read('TRUSTED_PROXIES'), problems),
    limits: readLimits(mode, read, problems),
    securityLogDays: retentionDays(read('SECURITY_LOG_DAYS') ?? '180', problems),
    mail: mailServer(read('SMTP_URL'), read('MAIL_FROM'), mode, problems),
    google: googleClient(
      read('GOOGLE_ISSUER') ?? 'https://accounts.google.com',
      read('GOOGLE_CLIENT_ID'),
      read('GOOGLE_CLIENT_SECRET'),
      problems,
    ),
    billing: readBillingSettings(mode, read, problems),
    isSecondFactorRequired:
      oneOf(
        ['optional', 'required'] as const,
        'ADMIN_SECOND_FACTOR',
        read('ADMIN_SECOND_FACTOR') ?? 'optional',
        problems,
      ) === 'required',
    connectors: {
      boardMeetingsUrl: webAddress('BOARD_MEETINGS_URL', read('BOARD_MEETINGS_URL'), problems),
      bookClosuresUrl: webAddress('BOOK_CLOSURES_URL', read('BOOK_CLOSURES_URL'), problems),
    },
    isOutboundLoopbackAllowed:
      oneOf(
        ['false', 'true'] as const,
        'OUTBOUND_ALLOW_LOOPBACK',
        read('OUTBOUND_ALLOW_LOOPBACK') ?? 'false',
        problems,
      ) === 'true',
  };
  if (mode === 'demo' && !isThisMachine(host) && config.admin === null) {
    problems.push("ADMIN_PASSWORD is required for a demo on the network: the demo's own password is public.");
  }
  if (!isPrivateDemo(config)) problems.push(...publicAdminPassword(config.admin));
  if (mode === 'production' && config.isOutboundLoopbackAllowed) {
    problems.push(
      'OUTBOUND_ALLOW_LOOPBACK=true is for tests only: production calls nothing on its own machine.',
    );
  }
  if (mode === 'production' && config.isDevelopment) problems.push('MODE=production cannot run with --dev.');
  if (problems.length > 0) throw new ConfigError(problems);
  const parts = [
    config.admin,
    config.contact,
    config.analyst,
    config.mail,
    config.google,
    config.connectors,
    config.billing,
  ];
  for (const part of parts) Object.freeze(part);
  return Object.freeze(config);
}

function oneOf<const T extends string>(
  choices: readonly T[],
  name: string,
  value: string,
  problems: string[],
): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) problems.push(`${name} is "${value}"; it must be one of ${choices.join(', ')}.`);
  return found ?? (choices[0] as T);
}

function portNumber(value: string, problems: string[]): number {
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  problems.push(`PORT is "${value}"; it must be a whole number from 0 to 65535.`);
  return 0;
}

function retentionDays(value: string, problems: string[]): number {
  const days = Number(value);
  if (Number.isInteger(days) && days >= MIN_SECURITY_LOG_DAYS && days <= MAX_SECURITY_LOG_DAYS) return days;
  problems.push(
    `SECURITY_LOG_DAYS is "${value}"; it must be a whole number from ${MIN_SECURITY_LOG_DAYS} to ${MAX_SECURITY_LOG_DAYS}.`,
  );
  return MIN_SECURITY_LOG_DAYS;
}

/** `localhost` stands for both loopback addresses, 127.0.0.1 and ::1. */
function listenHost(
  value: string | null,
  mode: Config['mode'],
  isDemoOnNetwork: boolean,
  problems: string[],
): string {
  const host = value ?? (mode === 'production' ? '0.0.0.0' : 'localhost');
  if (mode === 'demo' && !isThisMachine(host) && !isDemoOnNetwork) {
    problems.push(`HOST=${host} would open the demo to the network. Set DEMO_ON_NETWORK=yes if you mean it.`);
  }
  return host;
}

/** Whether this is the demo, and only people of this machine can reach it: its passwords and its mailbox are open. */
export const isPrivateDemo = (config: Config) => config.mode === 'demo' && isThisMachine(config.host);

/** Where mails go: over a mail server, into the mailbox page of a private demo, or nowhere. */
export function mailDelivery(config: Config): 'server' | 'mailbox' | 'none' {
  if (config.mail) return 'server';
  return isPrivateDemo(config) ? 'mailbox' : 'none';
}

/**
 * Who answers a sign-in with Google: Google, the demo's stand-in, or nobody. At the stand-in anybody can be anybody, so it
 * is there only where people of this machine alone can reach it.
 */
export function googleOffer(config: Config): 'on' | 'stand-in' | 'off' {
  if (config.google) return 'on';
  return hasStandIns(config) ? 'stand-in' : 'off';
}

/**
 * Over what subscriptions are sold: Paddle, the demo's simulator, or nothing is. At the simulator premium access costs
 * nothing, so it is there only where people of this machine alone can reach it.
 */
export function billingOffer(config: Config): 'on' | 'simulator' | 'off' {
  if (config.billing.paddle) return 'on';
  return hasStandIns(config) ? 'simulator' : 'off';
}

/** Whether this is a demo that only people of this machine can reach, also by its public address. */
function hasStandIns(config: Config): boolean {
  const isOwnMachine = isThisMachine(new URL(config.publicUrl).hostname.replace(/^\[(.*)\]$/, '$1'));
  return isPrivateDemo(config) && isOwnMachine;
}

/** Whether only people of this machine can reach a server that listens there. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function publicUrl(value: string, problems: string[]): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    problems.push(
      `PUBLIC_URL is "${value}"; it must be an address such as https://tezi.example, without a path.`,
    );
    return value;
  }
  return url.origin;
}

function webAddress(name: string, value: string | null, problems: string[]): string | null {
  if (value === null) return null;
  if (!URL.canParse(value) || !['http:', 'https:'].includes(new URL(value).protocol)) {
    problems.push(`${name} must be an address such as https://data.example/file.csv.`);
  }
  return value;
}

function databaseUrl(value: string, problems: string[]): string | null {
  if (value === 'embedded') return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    problems.push('DATABASE_URL must look like postgres://user:password@host:5432/database.');
  }
  return value;
}

function firstAdministrator(
  username: string | null,
  password: string | null,
  problems: string[],
): Config['admin'] {
  if (password === null) {
    if (username !== null)
      problems.push('ADMIN_USERNAME is set without ADMIN_PASSWORD: set both or neither.');
    return null;
  }
  if (password.length < ADMIN_PASSWORD_MIN_LENGTH) {
    problems.push(`ADMIN_PASSWORD is too short: it needs at least ${ADMIN_PASSWORD_MIN_LENGTH} characters.`);
  }
  if (password.length > PASSWORD_MAX_LENGTH) {
    problems.push(`ADMIN_PASSWORD is too long: it may have ${PASSWORD_MAX_LENGTH} characters at most.`);
  }
  if (username !== null && !z.safeParse(AdminUsername, username).success) {
    problems.push('ADMIN_USERNAME is too long: it may have 150 characters at most.');
  }
  return { username: username ?? DEMO_ADMIN.username, password };
}

/** A private demo may have any password: its own is public. */
function publicAdminPassword(admin: Config['admin']): string[] {
  if (admin === null || admin.password.length < ADMIN_PASSWORD_MIN_LENGTH) return [];
  const problem = getAdminPasswordProblem(admin.password, admin.username);
  return problem === null ? [] : [`ADMIN_PASSWORD cannot be used: ${problem}`];
}

function proxies(value: string | null, problems: string[]): string[] {
  const listed = (value ?? '').split(',').map((proxy) => proxy.trim());
  const named = listed.filter((proxy) => proxy !== '');
  for (const proxy of named) {
    if (!isAddressOrNetwork(proxy)) {
      problems.push(
        `TRUSTED_PROXIES names "${proxy}"; it must list addresses or networks such as 10.0.0.0/8.`,
      );
    }
  }
  return named;
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  // Of no bits would be everybody, who could then claim any address.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function mailServer(
  url: string | null,
  from: string | null,
  mode: Config['mode'],
  problems: string[],
): Config['mail'] {
  if (url === null && mode === 'production') {
    problems.push(
      'SMTP_URL is required in production: links for new passwords are mailed. ' +
        'Name a mail server, or say `none` to go without.',
    );
  }
  if (url === null || url === 'none') return null;
  if (!URL.canParse(url) || !['smtp:', 'smtps:'].includes(new URL(url).protocol)) {
    problems.push('SMTP_URL must look like smtps://user:password@mail.example:465 or smtp://….');
  }
  if (from === null) problems.push('MAIL_FROM is required with SMTP_URL: the address that mails come from.');
  return { smtpUrl: url, from: from ?? '' };
}

function googleClient(
  issuer: string,
  clientId: string | null,
  clientSecret: string | null,
  problems: string[],
): Config['google'] {
  if (clientId === null && clientSecret === null) return null;
  if (clientId === null || clientSecret === null) {
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both or neither.');
  }
  if (!URL.canParse(issuer) || new URL(issuer).protocol !== 'https:') {
    problems.push('GOOGLE_ISSUER must be an https address.');
  }
  return { issuer, clientId: clientId ?? '', clientSecret: clientSecret ?? '' };
}
