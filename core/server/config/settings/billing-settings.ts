import * as z from 'zod/mini';
import {
  isUrl,
  list,
  oneOf,
  type Setting,
  type Settings,
  type SettingsReader,
  text,
  wholeNumber,
} from './read-settings.ts';

/** The plans for sale and the Paddle account that sells them. */
export interface BillingSettings {
  /** `null`: the demo's simulator, or nothing is sold. */
  paddle: PaddleSettings | null;
  /** The plans with both prices, in display order. */
  plans: readonly PlanSettings[];
  /** The number of days for which registration gives premium access; 0 for none. */
  registrationTrialDays: number;
}

export interface PlanSettings {
  key: 'intermediate' | 'pro';
  displayName: string;
  monthlyPriceId: string;
  yearlyPriceId: string;
}

const PRICE_ID = /^pri_[a-z\d]{26}$/;

const price = (description: string) =>
  ({
    description,
    schema: z.string().check(
      z.refine((value) => PRICE_ID.test(value), {
        error: ({ input }) => `is "${input}"; it must be the ID of a price, which begins with pri_.`,
      }),
    ),
    example: 'pri_…',
  }) as const satisfies Setting;

export const PLAN_SETTINGS = {
  PADDLE_PRICE_INTERMEDIATE_MONTHLY: price(
    'The Paddle price ID for a month of the first plan. A plan without both prices is not for sale.',
  ),
  PADDLE_PRICE_INTERMEDIATE_YEARLY: price('The price ID for a year of the first plan.'),
  PADDLE_PRICE_PRO_MONTHLY: price('The price ID for a month of the second plan.'),
  PADDLE_PRICE_PRO_YEARLY: price('The price ID for a year of the second plan.'),
  PLAN_INTERMEDIATE_NAME: {
    description: 'The display name of the first plan.',
    schema: text,
    default: 'Intermediate',
  },
  PLAN_PRO_NAME: { description: 'The display name of the second plan.', schema: text, default: 'Pro' },
  REGISTRATION_TRIAL_DAYS: {
    description: 'The number of days for which registration gives premium access, 0 to 365.',
    schema: wholeNumber(0, 365),
    default: '0',
  },
} as const satisfies Settings;

const PLANS = [
  { key: 'intermediate', prefix: 'INTERMEDIATE' },
  { key: 'pro', prefix: 'PRO' },
] as const;

const listPriceNames = (prefix: (typeof PLANS)[number]['prefix']) =>
  [`PADDLE_PRICE_${prefix}_MONTHLY`, `PADDLE_PRICE_${prefix}_YEARLY`] as const;

export function readBillingSettings(reader: SettingsReader): BillingSettings {
  const { read, isSet, report } = reader;
  const paddle = readPaddleSettings(reader);
  const { values } = read(PLAN_SETTINGS);
  const plans = PLANS.flatMap(({ key, prefix }): PlanSettings[] => {
    const [monthly, yearly] = listPriceNames(prefix);
    if (isSet(monthly) !== isSet(yearly)) {
      report(`${monthly} and ${yearly} belong together: set both or neither.`);
    }
    const [monthlyPriceId, yearlyPriceId] = [values[monthly], values[yearly]];
    if (monthlyPriceId === null || yearlyPriceId === null) return [];
    return [{ key, displayName: values[`PLAN_${prefix}_NAME`], monthlyPriceId, yearlyPriceId }];
  });
  const ids = plans.flatMap(({ monthlyPriceId, yearlyPriceId }) => [monthlyPriceId, yearlyPriceId]);
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index);
  if (duplicate) {
    report(`The price ${duplicate} is set for two plans or intervals: PADDLE_PRICE_… must differ.`);
  }
  if (!paddle) {
    const names = PLANS.flatMap(({ prefix }) => listPriceNames(prefix));
    for (const name of names.filter(isSet)) reportWithoutAccount(name, report);
  }
  return { paddle, plans, registrationTrialDays: values.REGISTRATION_TRIAL_DAYS };
}

/** The Paddle account that sells subscriptions. */
export interface PaddleSettings {
  environment: 'sandbox' | 'production';
  apiKey: string;
  /** For Paddle.js, which opens checkouts and previews prices. It is public. */
  clientToken: string;
  /** The secrets that sign webhooks; several while one is being replaced. */
  webhookSecrets: readonly string[];
  /** Another server with Paddle's API, for tests; `null` for Paddle itself. */
  apiBaseUrl: string | null;
}

export const PADDLE_SETTINGS = {
  PADDLE_ENVIRONMENT: {
    description:
      'The environment of the keys. Sandbox keys begin with `pdl_sdbx_` and `test_`, those of production with `pdl_live_` and `live_`. In the sandbox anyone can buy premium access with a test card, and keeps it when the keys change: use a separate database.',
    schema: oneOf(['sandbox', 'production']),
    example: 'production',
  },
  PADDLE_API_KEY: {
    description:
      'An API key with the permissions subscription read and write, transaction read, and customer portal session write.',
    schema: text,
    example: 'pdl_live_apikey_…',
  },
  PADDLE_CLIENT_TOKEN: { description: 'A client-side token.', schema: text, example: 'live_…' },
  PADDLE_WEBHOOK_SECRETS: {
    description:
      'The secret of the notification destination `PUBLIC_URL/api/paddle/webhook/`, which receives all subscription and transaction events. List several, separated by commas, while you replace one.',
    schema: list,
    example: 'pdl_ntfset_…',
  },
  PADDLE_API_BASE_URL: {
    description: 'Another server with Paddle’s API, for tests. Production accepts only those of Paddle.',
    schema: z.pipe(
      z.string().check(
        z.refine(isBaseUrl, {
          error: ({ input }) => `is "${input}"; it must be a URL such as https://api.paddle.com.`,
        }),
      ),
      z.transform((value) => value.replace(/\/+$/, '')),
    ),
    example: 'https://sandbox-api.paddle.com',
  },
} as const satisfies Settings;

/** Set all of these, or none. */
const ACCOUNT = ['PADDLE_ENVIRONMENT', 'PADDLE_API_KEY', 'PADDLE_CLIENT_TOKEN', 'PADDLE_WEBHOOK_SECRETS'];

/** The prefixes of the keys of each environment, which must not be mixed. */
const KEY_PREFIXES = {
  sandbox: { apiKey: 'pdl_sdbx_', clientToken: 'test_' },
  production: { apiKey: 'pdl_live_', clientToken: 'live_' },
} as const;
/** The id of a destination, `ntfset_…`, is easily mistaken for its secret. */
const WEBHOOK_SECRET_PREFIX = 'pdl_ntfset_';
/** Real secrets are longer; placeholders in examples are not. */
const WEBHOOK_SECRET = /^pdl_ntfset_[\x21-\x7e]{20,}$/;

/** Returns the settings of the account, or `null` if none is set. */
function readPaddleSettings(reader: SettingsReader): PaddleSettings | null {
  const { mode, read, isSet, report } = reader;
  const missing = ACCOUNT.filter((name) => !isSet(name));
  if (missing.length === ACCOUNT.length) {
    if (isSet('PADDLE_API_BASE_URL')) reportWithoutAccount('PADDLE_API_BASE_URL', report);
    return null;
  }
  if (missing.length > 0) {
    report(
      `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing: ${ACCOUNT.join(', ')} belong together.`,
    );
  }
  const { values } = read(PADDLE_SETTINGS);
  const account: PaddleSettings = {
    environment: values.PADDLE_ENVIRONMENT ?? 'sandbox',
    apiKey: values.PADDLE_API_KEY ?? '',
    clientToken: values.PADDLE_CLIENT_TOKEN ?? '',
    webhookSecrets: values.PADDLE_WEBHOOK_SECRETS ?? [],
    apiBaseUrl: values.PADDLE_API_BASE_URL,
  };
  if (missing.length === 0) checkPrefixes(account, report);
  if (mode === 'production') checkForProduction(account, report);
  return account;
}

/** Reports a price that is set although no Paddle account is configured. */
function reportWithoutAccount(name: string, report: SettingsReader['report']): void {
  report(`${name} is set without ${ACCOUNT.join(', ')}.`);
}

function checkPrefixes(
  { environment, apiKey, clientToken, webhookSecrets }: PaddleSettings,
  report: SettingsReader['report'],
): void {
  const prefixes = KEY_PREFIXES[environment];
  const check = (name: string, value: string, prefix: string) => {
    if (value.startsWith(prefix)) return;
    report(`${name} does not fit PADDLE_ENVIRONMENT=${environment}: it must begin with ${prefix}.`);
  };
  check('PADDLE_API_KEY', apiKey, prefixes.apiKey);
  check('PADDLE_CLIENT_TOKEN', clientToken, prefixes.clientToken);
  const isSecret = (value: string) => value.startsWith(WEBHOOK_SECRET_PREFIX);
  if (webhookSecrets.length === 0 || !webhookSecrets.every(isSecret)) {
    report(
      `PADDLE_WEBHOOK_SECRETS must list secrets, which begin with ${WEBHOOK_SECRET_PREFIX}; the id of a destination is not one.`,
    );
  }
}

/** API keys are sent to the base URL and webhooks grant premium access: both must be those of Paddle. */
function checkForProduction(
  { webhookSecrets, apiBaseUrl }: PaddleSettings,
  report: SettingsReader['report'],
): void {
  const prefixed = webhookSecrets.filter((secret) => secret.startsWith(WEBHOOK_SECRET_PREFIX));
  if (!prefixed.every((secret) => WEBHOOK_SECRET.test(secret))) {
    report(
      'PADDLE_WEBHOOK_SECRETS lists a secret that Paddle did not issue: anyone who guesses it could forge payments.',
    );
  }
  if (apiBaseUrl !== null && isBaseUrl(apiBaseUrl) && !isPaddleUrl(new URL(apiBaseUrl))) {
    report(
      `PADDLE_API_BASE_URL is "${apiBaseUrl}"; production does not use a simulator: it must be at https://….paddle.com.`,
    );
  }
}

function isBaseUrl(value: string): boolean {
  if (!isUrl(value, ['http:', 'https:'])) return false;
  const { search, hash } = new URL(value);
  return !search && !hash;
}

const isPaddleUrl = ({ protocol, hostname }: URL) =>
  protocol === 'https:' && /(^|\.)paddle\.com$/.test(hostname);
