/** What is sold, and over which account at Paddle. */
export interface BillingSettings {
  /** `null`: the demo's stand-in, or nothing is sold. */
  paddle: PaddleSettings | null;
  /** In the order in which they are shown. Only those that have both prices. */
  plans: readonly PlanSettings[];
  /** For how long registration itself gives premium access; 0 for not at all. */
  registrationTrialDays: number;
}

export interface PaddleSettings {
  environment: 'sandbox' | 'production';
  apiKey: string;
  /** For Paddle's script in the browser: it opens checkouts and previews prices, and is no secret. */
  clientToken: string;
  /** What signs the webhooks; several while one is replaced. */
  webhookSecrets: readonly string[];
  /** Something else that speaks Paddle's API, for tests; `null` for Paddle itself. */
  apiBaseUrl: string | null;
}

export interface PlanSettings {
  key: 'intermediate' | 'pro';
  displayName: string;
  monthlyPriceId: string;
  yearlyPriceId: string;
}

type Read = (name: string) => string | null;

const ACCOUNT = ['PADDLE_ENVIRONMENT', 'PADDLE_API_KEY', 'PADDLE_CLIENT_TOKEN', 'PADDLE_WEBHOOK_SECRETS'];
const PLANS = [
  { key: 'intermediate', prefix: 'INTERMEDIATE', name: 'Intermediate' },
  { key: 'pro', prefix: 'PRO', name: 'Pro' },
] as const;
/** How the keys of each environment begin: one account's must not be mixed with another's. */
const KINDS = {
  sandbox: { apiKey: 'pdl_sdbx_', clientToken: 'test_' },
  production: { apiKey: 'pdl_live_', clientToken: 'live_' },
} as const;
/** A destination's id, `ntfset_…`, is easily taken for its secret. */
const WEBHOOK_SECRET_PREFIX = 'pdl_ntfset_';
/** Paddle's are longer; what an example gives in their place is not. */
const WEBHOOK_SECRET = /^pdl_ntfset_[\x21-\x7e]{20,}$/;
const PRICE_ID = /^pri_[a-z\d]{26}$/;
const LONGEST_TRIAL_DAYS = 365;

/** Reads what is sold; each problem names its setting, and none repeats a key. */
export function readBillingSettings(
  mode: 'demo' | 'production',
  read: Read,
  problems: string[],
): BillingSettings {
  const paddle = readAccount(mode, read, problems);
  const plans = readPlans(read, problems);
  if (!paddle) refuseWithoutAccount(read, problems);
  return {
    paddle,
    plans,
    registrationTrialDays: wholeDays(read('REGISTRATION_TRIAL_DAYS') ?? '0', problems),
  };
}

function readAccount(mode: 'demo' | 'production', read: Read, problems: string[]): PaddleSettings | null {
  const missing = ACCOUNT.filter((name) => read(name) === null);
  if (missing.length === ACCOUNT.length) return null;
  if (missing.length > 0) {
    problems.push(
      `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing: ${ACCOUNT.join(', ')} belong together.`,
    );
  }
  const environment = read('PADDLE_ENVIRONMENT');
  if (environment !== null && environment !== 'sandbox' && environment !== 'production') {
    problems.push(`PADDLE_ENVIRONMENT is "${environment}"; it must be one of sandbox, production.`);
  }
  const account: PaddleSettings = {
    environment: environment === 'production' ? 'production' : 'sandbox',
    apiKey: read('PADDLE_API_KEY') ?? '',
    clientToken: read('PADDLE_CLIENT_TOKEN') ?? '',
    webhookSecrets: list(read('PADDLE_WEBHOOK_SECRETS')),
    apiBaseUrl: apiBaseUrl(read('PADDLE_API_BASE_URL'), mode, problems),
  };
  if (missing.length === 0) checkKinds(account, problems);
  if (mode === 'production') refuseGuessableSecrets(account, problems);
  return account;
}

function checkKinds(
  { environment, apiKey, clientToken, webhookSecrets }: PaddleSettings,
  problems: string[],
): void {
  const kinds = KINDS[environment];
  const check = (name: string, value: string, prefix: string) => {
    if (value.startsWith(prefix)) return;
    problems.push(`${name} does not fit PADDLE_ENVIRONMENT=${environment}: it must begin with ${prefix}.`);
  };
  check('PADDLE_API_KEY', apiKey, kinds.apiKey);
  check('PADDLE_CLIENT_TOKEN', clientToken, kinds.clientToken);
  if (
    webhookSecrets.length === 0 ||
    !webhookSecrets.every((secret) => secret.startsWith(WEBHOOK_SECRET_PREFIX))
  ) {
    problems.push(
      `PADDLE_WEBHOOK_SECRETS must list secrets that begin with ${WEBHOOK_SECRET_PREFIX}; a destination's id is none.`,
    );
  }
}

function refuseGuessableSecrets({ webhookSecrets }: PaddleSettings, problems: string[]): void {
  const named = webhookSecrets.filter((secret) => secret.startsWith(WEBHOOK_SECRET_PREFIX));
  if (named.every((secret) => WEBHOOK_SECRET.test(secret))) return;
  problems.push(
    'PADDLE_WEBHOOK_SECRETS lists a secret that is none of Paddle’s: whoever guesses it could tell of payments.',
  );
}

/** Keys are sent there, and customers' access depends on what it says. */
function apiBaseUrl(value: string | null, mode: 'demo' | 'production', problems: string[]): string | null {
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash) {
    problems.push(`PADDLE_API_BASE_URL is "${value}"; it must be an address such as https://api.paddle.com.`);
    return value;
  }
  const isPaddle = url.protocol === 'https:' && /(^|\.)paddle\.com$/.test(url.hostname);
  if (mode === 'production' && !isPaddle) {
    problems.push(
      `PADDLE_API_BASE_URL is "${value}"; production knows no stand-in for Paddle: it must be at https://….paddle.com.`,
    );
  }
  return value.replace(/\/+$/, '');
}

function readPlans(read: Read, problems: string[]): PlanSettings[] {
  const plans = PLANS.flatMap(({ key, prefix, name }) => {
    const [monthly, yearly] = priceSettings(prefix);
    const monthlyPriceId = priceId(monthly, read, problems);
    const yearlyPriceId = priceId(yearly, read, problems);
    if (monthlyPriceId === null && yearlyPriceId === null) return [];
    if (monthlyPriceId === null || yearlyPriceId === null) {
      problems.push(`${monthly} and ${yearly} belong together: set both or neither.`);
      return [];
    }
    return [{ key, displayName: read(`PLAN_${prefix}_NAME`) ?? name, monthlyPriceId, yearlyPriceId }];
  });
  const ids = plans.flatMap(({ monthlyPriceId, yearlyPriceId }) => [monthlyPriceId, yearlyPriceId]);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice)
    problems.push(`The price ${twice} is set for two plans or intervals: PADDLE_PRICE_… must differ.`);
  return plans;
}

const priceSettings = (prefix: string) =>
  [`PADDLE_PRICE_${prefix}_MONTHLY`, `PADDLE_PRICE_${prefix}_YEARLY`] as const;

function priceId(name: string, read: Read, problems: string[]): string | null {
  const value = read(name);
  if (value !== null && !PRICE_ID.test(value)) {
    problems.push(`${name} is "${value}"; it must be the id of a price, which begins with pri_.`);
  }
  return value;
}

/** Prices of an account whose keys are missing would be for sale nowhere, which nobody means. */
function refuseWithoutAccount(read: Read, problems: string[]): void {
  const names = [...PLANS.flatMap(({ prefix }) => priceSettings(prefix)), 'PADDLE_API_BASE_URL'];
  for (const name of names.filter((each) => read(each) !== null)) {
    problems.push(`${name} is set without ${ACCOUNT.join(', ')}.`);
  }
}

function wholeDays(value: string, problems: string[]): number {
  const days = /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN;
  if (days <= LONGEST_TRIAL_DAYS) return days;
  problems.push(
    `REGISTRATION_TRIAL_DAYS is "${value}"; it must be a whole number from 0 to ${LONGEST_TRIAL_DAYS}.`,
  );
  return 0;
}

const list = (value: string | null) =>
  (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
