import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
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
    limits: readLimitSettings(reader),
    streamLimits: { maxPerIp: server.MAX_STREAMS_PER_IP, maxPerAccount: server.MAX_STREAMS_PER_ACCOUNT },
  };
  checkSafety(config, reader, server.DEMO_ON_NETWORK === 'yes');
  if (problems.length > 0) throw new ConfigError(problems);
  for (const part of Object.values(config)) Object.freeze(part);
  return Object.freeze(config);
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
}
