import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { countUnpredictable } from '#core/server/platform/password-problem.ts';
import { getAdminPasswordProblem, isLoopbackHost, isPrivateDemo } from './demo.ts';
import {
  CONTACT_SETTINGS,
  readAdminSettings,
  readEmailSettings,
  readGoogleSettings,
  readPushSettings,
  readTelegramSettings,
  WEBHOOK_SETTINGS,
} from './settings/account-settings.ts';
import { type BankTransferSettings, readBankTransferSettings } from './settings/bank-transfer-settings.ts';
import { type BillingSettings, readBillingSettings } from './settings/billing-settings.ts';
import { DATA_SETTINGS, readBackupSettings, type ScheduledBackups } from './settings/data-settings.ts';
import { type LimitSettings, readLimitSettings } from './settings/limit-settings.ts';
import {
  createSettingsReader,
  type Environment,
  type Mode,
  type SettingsReader,
} from './settings/read-settings.ts';
import { MODE_SETTINGS, readTracingSettings, SERVER_SETTINGS } from './settings/server-settings.ts';
import { SETTINGS } from './settings/settings.ts';
import { RECORD_SETTINGS, readCostUnits, readSignalSettings } from './settings/signal-settings.ts';

/** The operator's settings. Only this folder reads environment variables, and only at start. */
export interface Config {
  mode: Mode;
  /** Serves pages from Vite with hot reload instead of the build. */
  isDevelopment: boolean;
  host: string;
  port: number;
  /** The public base URL of the site without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  /** The folder of PostgreSQL's programs for the embedded database; `null`: those of the npm package. */
  postgresBinDir: string | null;
  /** `null`: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** Signs access tokens and derives refresh tokens. `null` in the demo, which generates one in `dataDir`. */
  tokenSecret: string | null;
  /** Accepted besides `tokenSecret` while it is replaced. */
  acceptedTokenSecrets: readonly string[];
  /** The first administrator, created at the first start. */
  admin: { username: string; password: string } | null;
  contact: { email: string; phone: string };
  /** The first analyst of the list, and that of signals of releases before 1.3 that name none. */
  analyst: { name: string | null; registration: string | null };
  /** The reward-to-risk ratio below which publishing a signal needs a reason, such as `1.00`. */
  minRewardToRisk: string;
  /** Another administrator must approve a signal before it is published. */
  isApprovalRequired: boolean;
  /** A signal is published only with what research regulations ask for. */
  isDisclosureRequired: boolean;
  /** The costs that statistics subtract from each result, in hundredths of a percent of the entry price. */
  costUnits: number;
  /** Requests that take longer are logged. */
  slowRequestMs: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  logFormat: 'json' | 'readable';
  /** The IP addresses or networks of proxies whose `X-Forwarded-For` is accepted. */
  trustedProxies: readonly string[];
  /** `/metrics` is served to clients with this token or from these IP addresses. */
  metricsToken: string | null;
  metricsAllowedIps: readonly string[];
  /** The OpenTelemetry collector; `null`: nothing is traced. */
  tracing: ReturnType<typeof readTracingSettings>;
  limits: LimitSettings;
  /** The numbers of open signal streams. */
  streamLimits: { maxPerIp: number; maxPerAccount: number };
  /** The number of days for which the security log is stored. */
  securityLogDays: number;
  /** `null`: none. */
  scheduledBackups: ScheduledBackups | null;
  hasExternalBackups: boolean;
  /** Signs the public record; `null`: the demo generates one, production signs nothing. */
  ledgerSigningKey: string | null;
  /** The number of days after which a premium signal that has ended is public in the record. */
  premiumPublicAfterDays: number;
  /** `null`: emails go to the demo's mailbox page; elsewhere none are sent. */
  smtp: { url: string; from: string } | null;
  /** `key` is `null` in a demo, which makes one; production then sends no push messages. */
  push: { key: string | null; contact: string };
  /** The Telegram bot; `null`: the demo's simulator, production has none. */
  telegram: { token: string; apiUrl: string } | null;
  /** Webhooks of customers who may read a premium signal have its levels. */
  hasPremiumLevelsInWebhooks: boolean;
  /** `null`: the demo's simulator; production does not offer sign-in with Google. */
  google: { issuer: string; clientId: string; clientSecret: string } | null;
  billing: BillingSettings;
  /** `null`: the demo's invented account; production offers no bank transfer. */
  bankTransfer: BankTransferSettings | null;
  /** Administrators must set up a second factor before they can do anything else. */
  isSecondFactorRequired: boolean;
  /** The files that are imported a few times a day; `null` for none. */
  connectors: {
    boardMeetingsUrl: string | null;
    bookClosuresUrl: string | null;
    pricesUrl: string | null;
    indexValuesUrl: string | null;
    companiesUrl: string | null;
  };
  /** Feeds may be fetched from this machine, for tests; never in production. */
  isOutboundLoopbackAllowed: boolean;
}

/** Lists the problems of the settings, each as a sentence that names the setting. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Returns the environment variables. Those of the process take precedence over a `.env` file in the current folder. */
export function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** Reads every setting and checks them against each other. Throws one `ConfigError` with all problems. */
export function readConfig(environment: Environment, options: { isDevelopment?: boolean } = {}): Config {
  const problems: string[] = [];
  const mode = createSettingsReader(environment, 'demo', problems).read(MODE_SETTINGS).values.MODE;
  const reader = createSettingsReader(environment, mode, problems);
  const server = reader.read(SERVER_SETTINGS).values;
  const data = reader.read(DATA_SETTINGS).values;
  const record = reader.read(RECORD_SETTINGS).values;
  const contact = reader.read(CONTACT_SETTINGS).values;

  const config: Config = {
    mode,
    isDevelopment: options.isDevelopment ?? false,
    host: server.HOST,
    port: server.PORT,
    publicUrl: server.PUBLIC_URL ?? `http://localhost:${server.PORT}`,
    tokenSecret: server.TOKEN_SECRET,
    acceptedTokenSecrets: server.ACCEPTED_TOKEN_SECRETS ?? [],
    trustedProxies: server.TRUSTED_PROXIES ?? [],
    metricsToken: server.METRICS_TOKEN ?? null,
    metricsAllowedIps: server.METRICS_ALLOWED_IPS ?? [],
    slowRequestMs: server.SLOW_REQUEST_MS,
    logLevel: server.LOG_LEVEL,
    logFormat: server.LOG_FORMAT,
    tracing: readTracingSettings(reader),
    databaseUrl: data.DATABASE_URL,
    dataDir: resolve(data.DATA_DIR),
    postgresBinDir: data.POSTGRES_BIN_DIR,
    securityLogDays: data.SECURITY_LOG_DAYS,
    ledgerSigningKey: record.LEDGER_SIGNING_KEY,
    premiumPublicAfterDays: record.PREMIUM_PUBLIC_AFTER_DAYS,
    ...readBackupSettings(reader),
    connectors: {
      boardMeetingsUrl: data.BOARD_MEETINGS_URL,
      bookClosuresUrl: data.BOOK_CLOSURES_URL,
      pricesUrl: data.PRICES_URL,
      indexValuesUrl: data.INDEX_VALUES_URL,
      companiesUrl: data.COMPANIES_URL,
    },
    isOutboundLoopbackAllowed: data.OUTBOUND_ALLOW_LOOPBACK,
    contact: { email: contact.CONTACT_EMAIL, phone: contact.CONTACT_PHONE },
    analyst: { name: contact.ANALYST_NAME, registration: contact.ANALYST_REGISTRATION },
    ...readSignalSettings(reader),
    costUnits: readCostUnits(reader),
    ...readAdminSettings(reader),
    smtp: readEmailSettings(reader),
    push: readPushSettings(reader, { contactEmail: contact.CONTACT_EMAIL }),
    telegram: readTelegramSettings(reader),
    hasPremiumLevelsInWebhooks: reader.read(WEBHOOK_SETTINGS).values.WEBHOOK_PREMIUM_LEVELS,
    google: readGoogleSettings(reader),
    billing: readBillingSettings(reader),
    bankTransfer: readBankTransferSettings(reader),
    limits: readLimitSettings(reader),
    streamLimits: { maxPerIp: server.MAX_STREAMS_PER_IP, maxPerAccount: server.MAX_STREAMS_PER_ACCOUNT },
  };
  checkSafety(config, reader, server.DEMO_ON_NETWORK === 'yes');
  problems.push(...findMisspelledNames(environment, reader));
  if (mode === 'production') checkSecrets(config, reader);
  if (problems.length > 0) throw new ConfigError(problems);
  for (const part of Object.values(config)) Object.freeze(part);
  return Object.freeze(config);
}

const NAMES = SETTINGS.flatMap(({ settings }) => Object.keys(settings));
/** Shorter names resemble variables of other programs, such as HOST and HOME. */
const MIN_NAME_LENGTH = 6;

/**
 * Names the settings that variables with unknown names were meant to be. A variable of another program may resemble a setting: it is
 * accepted if the setting is set too.
 */
function findMisspelledNames(environment: Environment, { isSet }: SettingsReader): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (NAMES.includes(name) || name.length < MIN_NAME_LENGTH) return [];
    const meant = NAMES.find(
      (each) => each.length >= MIN_NAME_LENGTH && !isSet(each) && isMisspelled(name.toUpperCase(), each),
    );
    if (meant === undefined) return [];
    return `${name} is not a setting: did you mean ${meant}? If another program uses it, set ${meant} too.`;
  });
}

/** Returns true if names are equal but for one character that is missing, added, wrong or swapped with the next; two in long names. */
function isMisspelled(name: string, setting: string): boolean {
  return countEdits(name, setting) <= (setting.length < 12 ? 1 : 2);
}

/** The distance of Damerau and Levenshtein, with adjacent swaps. */
function countEdits(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const at = (up: number, left: number) => (up === 0 ? row : rows[i - up])?.[j - left] ?? 0;
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(1, 0) + 1,
          at(0, 1) + 1,
          at(1, 1) + Number(a[i - 1] !== b[j - 1]),
          isSwap ? at(2, 2) + 1 : Infinity,
        ),
      );
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

/** Reports settings that are valid one by one but not safe together. */
function checkSafety(config: Config, { isSet, report }: SettingsReader, isDemoOnNetwork: boolean): void {
  const { mode, host, admin } = config;
  const isOnNetwork = !isLoopbackHost(host);
  if (mode === 'demo' && isOnNetwork && !isDemoOnNetwork) {
    report(`HOST=${host} would open the demo to the network. Set DEMO_ON_NETWORK=yes to allow it.`);
  }
  if (mode === 'demo' && isOnNetwork && !isSet('ADMIN_PASSWORD')) {
    report("ADMIN_PASSWORD is required for a demo on the network: the demo's own password is public.");
  }
  if (admin !== null && !isPrivateDemo(config)) {
    const problem = getAdminPasswordProblem(admin.password, admin.username);
    if (problem !== null) report(`ADMIN_PASSWORD cannot be used: ${problem}`);
  }
  if (mode === 'production' && config.isOutboundLoopbackAllowed) {
    report('OUTBOUND_ALLOW_LOOPBACK=true is for tests only: production does not fetch from its own machine.');
  }
  if (mode === 'production' && config.isDevelopment) report('MODE=production cannot run with --dev.');
  const { protocol, hostname } = new URL(config.publicUrl);
  if (mode === 'production' && protocol === 'http:' && !isLoopbackHost(hostname.replace(/[[\]]/g, '')))
    report(
      `PUBLIC_URL is ${config.publicUrl}: passwords and sessions would be sent without encryption. Put a proxy with TLS in front and use its https URL; http is accepted for localhost only.`,
    );
}

const GENERATE = 'Generate one with `openssl rand -base64 48`.';

/** Reports secrets that can be guessed, and those that several settings share: a user of one would have the other. */
function checkSecrets(config: Config, { report }: SettingsReader): void {
  const { google, billing, telegram, push } = config;
  const generated = { TOKEN_SECRET: config.tokenSecret, METRICS_TOKEN: config.metricsToken };
  for (const [name, secret] of Object.entries(generated)) {
    const problem = secret === null ? null : findSecretProblem(secret);
    // A weak one that is in use is listed there until all that it signed has expired.
    const rest =
      name === 'TOKEN_SECRET' ? ' If this one is in use, list it in ACCEPTED_TOKEN_SECRETS meanwhile.' : '';
    if (problem !== null) report(`${name} ${problem}. ${GENERATE}${rest}`);
  }
  const names = new Map<string, string>();
  const all: [name: string, secret: string | null][] = [
    ...Object.entries(generated),
    ...config.acceptedTokenSecrets
      .filter((secret) => secret !== config.tokenSecret)
      .map((secret): [string, string] => ['ACCEPTED_TOKEN_SECRETS', secret]),
    ['ADMIN_PASSWORD', config.admin?.password ?? null],
    ['LEDGER_SIGNING_KEY', config.ledgerSigningKey],
    ['PUSH_VAPID_PRIVATE_KEY', push.key],
    ['TELEGRAM_BOT_TOKEN', telegram?.token ?? null],
    ['GOOGLE_CLIENT_SECRET', google?.clientSecret ?? null],
    ['PADDLE_API_KEY', billing.paddle?.apiKey ?? null],
    ...(billing.paddle?.webhookSecrets ?? []).map((secret): [string, string] => [
      'PADDLE_WEBHOOK_SECRETS',
      secret,
    ]),
  ];
  for (const [name, secret] of all) {
    if (secret === null) continue;
    const other = names.get(secret);
    if (other !== undefined && other !== name)
      report(`${name} is the same as ${other}: use another secret for each. ${GENERATE}`);
    names.set(secret, name);
  }
}

/** A random secret of 32 hexadecimal digits has more than this, almost certainly. */
const MIN_UNPREDICTABLE = 20;
const MIN_DISTINCT = 8;
const WORDS =
  'change|replace|secret|password|passphrase|placeholder|example|default|insert|random|secure|please|sample|testing|production|openssl';
const ANY_WORD = new RegExp(WORDS, 'gi');
const DELIMITED_WORD = new RegExp(`(?<![a-z0-9])(${WORDS})|(${WORDS})(?![a-z0-9])`, 'i');

/** Returns why a secret can be guessed, as the end of a sentence about its setting; `null` if it looks random. */
function findSecretProblem(secret: string): string | null {
  if (isPlaceholder(secret)) return 'is made of words, like a placeholder';
  const isRandom = countUnpredictable(secret) >= MIN_UNPREDICTABLE && new Set(secret).size >= MIN_DISTINCT;
  return isRandom ? null : 'is easy to guess: it consists of repetitions, sequences or few characters';
}

/** Returns true for several words, one with a delimiter, and one among letters alone: random letters and digits can contain one. */
function isPlaceholder(secret: string): boolean {
  const text = secret.replace(/[-_. ]/g, '');
  const words = text.match(ANY_WORD) ?? [];
  return (
    words.length > 1 || (words.length === 1 && (DELIMITED_WORD.test(secret) || !/[a-z]\d+[a-z]/i.test(text)))
  );
}
