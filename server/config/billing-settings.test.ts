import { describe, expect, it } from 'vitest';
import { billingOffer, ConfigError, readConfig } from './config.ts';

const MONTHLY = 'pri_01kaj3vz5m0000000000000001';
const YEARLY = 'pri_01kaj3vz5m0000000000000002';
const sandbox = {
  PADDLE_ENVIRONMENT: 'sandbox',
  PADDLE_API_KEY: 'pdl_sdbx_apikey_secret',
  PADDLE_CLIENT_TOKEN: 'test_token',
  PADDLE_WEBHOOK_SECRETS: 'pdl_ntfset_new, pdl_ntfset_old',
  PADDLE_PRICE_PRO_MONTHLY: MONTHLY,
  PADDLE_PRICE_PRO_YEARLY: YEARLY,
};
const live = {
  ...sandbox,
  PADDLE_ENVIRONMENT: 'production',
  PADDLE_API_KEY: 'pdl_live_apikey_secret',
  PADDLE_CLIENT_TOKEN: 'live_token',
};
const SECRET = `pdl_ntfset_01kaj3vz5m0000000000000001_${'k/+='.repeat(8)}`;
const production = {
  MODE: 'production',
  PUBLIC_URL: 'https://tezi.example',
  DATABASE_URL: 'embedded',
  TOKEN_SECRET: 'k'.repeat(64),
  CONTACT_EMAIL: 'help@tezi.example',
  CONTACT_PHONE: '+92 42 111 222 333',
  SMTP_URL: 'none',
};

function problems(environment: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('what is sold', () => {
  it('is read with the account at Paddle and the plans that have both prices', () => {
    expect(readConfig(sandbox).billing).toEqual({
      paddle: {
        environment: 'sandbox',
        apiKey: 'pdl_sdbx_apikey_secret',
        clientToken: 'test_token',
        webhookSecrets: ['pdl_ntfset_new', 'pdl_ntfset_old'],
        apiBaseUrl: null,
      },
      plans: [{ key: 'pro', displayName: 'Pro', monthlyPriceId: MONTHLY, yearlyPriceId: YEARLY }],
      registrationTrialDays: 0,
    });
  });

  it('has the names that the operator gives', () => {
    expect(readConfig({ ...sandbox, PLAN_PRO_NAME: 'Gold' }).billing.plans[0]?.displayName).toBe('Gold');
  });

  it.each([
    ['PADDLE_PRICE_PRO_YEARLY', ''],
    ['PADDLE_PRICE_PRO_MONTHLY', ''],
  ])('is not half a plan: without %s', (name, value) => {
    expect(problems({ ...sandbox, [name]: value })).toEqual([
      'PADDLE_PRICE_PRO_MONTHLY and PADDLE_PRICE_PRO_YEARLY belong together: set both or neither.',
    ]);
  });

  it('is not one price under two names', () => {
    expect(problems({ ...sandbox, PADDLE_PRICE_PRO_YEARLY: MONTHLY })).toEqual([
      `The price ${MONTHLY} is set for two plans or intervals: PADDLE_PRICE_… must differ.`,
    ]);
  });

  it('is not a product in the place of a price', () => {
    expect(problems({ ...sandbox, PADDLE_PRICE_PRO_YEARLY: 'pro_01kaj3vz5m0000000000000002' })).toEqual([
      'PADDLE_PRICE_PRO_YEARLY is "pro_01kaj3vz5m0000000000000002"; it must be the id of a price, which begins with pri_.',
    ]);
  });

  it('is nothing without an account, which prices alone do not make', () => {
    expect(problems({ PADDLE_PRICE_PRO_MONTHLY: MONTHLY, PADDLE_PRICE_PRO_YEARLY: YEARLY })).toEqual([
      'PADDLE_PRICE_PRO_MONTHLY is set without PADDLE_ENVIRONMENT, PADDLE_API_KEY, PADDLE_CLIENT_TOKEN, PADDLE_WEBHOOK_SECRETS.',
      'PADDLE_PRICE_PRO_YEARLY is set without PADDLE_ENVIRONMENT, PADDLE_API_KEY, PADDLE_CLIENT_TOKEN, PADDLE_WEBHOOK_SECRETS.',
    ]);
  });
});

describe('the keys for Paddle', () => {
  it.each(['PADDLE_ENVIRONMENT', 'PADDLE_API_KEY', 'PADDLE_CLIENT_TOKEN', 'PADDLE_WEBHOOK_SECRETS'])(
    'belong together: %s is missed',
    (name) => {
      expect(problems({ ...sandbox, [name]: undefined })).toEqual([
        `${name} is missing: PADDLE_ENVIRONMENT, PADDLE_API_KEY, PADDLE_CLIENT_TOKEN, PADDLE_WEBHOOK_SECRETS belong together.`,
      ]);
    },
  );

  it.each([
    [sandbox, 'PADDLE_API_KEY', live.PADDLE_API_KEY, 'PADDLE_ENVIRONMENT=sandbox', 'pdl_sdbx_'],
    [sandbox, 'PADDLE_CLIENT_TOKEN', live.PADDLE_CLIENT_TOKEN, 'PADDLE_ENVIRONMENT=sandbox', 'test_'],
    [live, 'PADDLE_API_KEY', sandbox.PADDLE_API_KEY, 'PADDLE_ENVIRONMENT=production', 'pdl_live_'],
    [live, 'PADDLE_CLIENT_TOKEN', sandbox.PADDLE_CLIENT_TOKEN, 'PADDLE_ENVIRONMENT=production', 'live_'],
  ])('are of one kind, in production as in the demo: %#', (settings, name, value, environment, prefix) => {
    const expected = [`${name} does not fit ${environment}: it must begin with ${prefix}.`];
    expect(problems({ ...settings, [name]: value })).toEqual(expected);
    expect(problems({ ...production, ...settings, PADDLE_WEBHOOK_SECRETS: SECRET, [name]: value })).toEqual(
      expected,
    );
  });

  it.each(['ntfset_01kaj3vz5m0000000000000001', ',', 'pdl_ntfset_new,other'])(
    'take no %j for the secret of the webhooks',
    (secrets) => {
      expect(problems({ ...sandbox, PADDLE_WEBHOOK_SECRETS: secrets })).toEqual([
        "PADDLE_WEBHOOK_SECRETS must list secrets that begin with pdl_ntfset_; a destination's id is none.",
      ]);
    },
  );

  it.each(['pdl_ntfset_', 'pdl_ntfset_…', 'pdl_ntfset_guess', `pdl_ntfset_${'k'.repeat(20)}…`])(
    'are not guessed in production: %j signs no webhook',
    (secret) => {
      for (const listed of [secret, `${SECRET},${secret}`]) {
        expect(problems({ ...production, ...live, PADDLE_WEBHOOK_SECRETS: listed })).toEqual([
          'PADDLE_WEBHOOK_SECRETS lists a secret that is none of Paddle’s: whoever guesses it could tell of payments.',
        ]);
      }
    },
  );

  it('are never repeated', () => {
    const settings = { ...live, PADDLE_API_KEY: 'hunter1', PADDLE_CLIENT_TOKEN: 'hunter2' };
    const told = problems({ ...settings, PADDLE_WEBHOOK_SECRETS: 'hunter3' });
    expect(told.length).toBe(3);
    expect(told.join()).not.toContain('hunter');
  });

  it('name an environment that there is', () => {
    expect(problems({ ...sandbox, PADDLE_ENVIRONMENT: 'live' })).toContain(
      'PADDLE_ENVIRONMENT is "live"; it must be one of sandbox, production.',
    );
  });
});

describe('the simulator', () => {
  it('sells in the private demo without keys, and there alone', () => {
    expect(billingOffer(readConfig({}))).toBe('simulator');
    expect(billingOffer(readConfig(sandbox))).toBe('on');
    expect(billingOffer(readConfig({ PUBLIC_URL: 'https://tezi.example' }))).toBe('off');
    const onNetwork = { HOST: '0.0.0.0', DEMO_ON_NETWORK: 'yes', ADMIN_PASSWORD: 'a long admin password' };
    expect(billingOffer(readConfig(onNetwork))).toBe('off');
    expect(billingOffer(readConfig(production))).toBe('off');
    expect(billingOffer(readConfig({ ...production, PUBLIC_URL: 'http://localhost:3000' }))).toBe('off');
    expect(billingOffer(readConfig({ ...production, ...live, PADDLE_WEBHOOK_SECRETS: SECRET }))).toBe('on');
  });

  it.each([
    'http://localhost:3000/simulators/paddle',
    'https://paddle.example',
    'https://notpaddle.com',
    'https://api.paddle.com.evil.example',
    'http://api.paddle.com',
  ])('is refused by production as %s', (url) => {
    expect(
      problems({ ...production, ...sandbox, PADDLE_WEBHOOK_SECRETS: SECRET, PADDLE_API_BASE_URL: url }),
    ).toEqual([
      `PADDLE_API_BASE_URL is "${url}"; production knows no stand-in for Paddle: it must be at https://….paddle.com.`,
    ]);
    expect(readConfig({ ...sandbox, PADDLE_API_BASE_URL: url }).billing.paddle?.apiBaseUrl).toBe(url);
  });

  it('is not what Paddle itself is', () => {
    const settings = {
      ...live,
      PADDLE_WEBHOOK_SECRETS: SECRET,
      PADDLE_API_BASE_URL: 'https://api.paddle.com',
    };
    expect(problems({ ...production, ...settings })).toEqual([]);
  });
});

describe('premium by registration', () => {
  it('lasts so many days', () => {
    expect(readConfig({ REGISTRATION_TRIAL_DAYS: '14' }).billing.registrationTrialDays).toBe(14);
  });

  it.each(['-1', '1.5', '366', 'a week', '1e2'])('does not last %j', (value) => {
    expect(problems({ REGISTRATION_TRIAL_DAYS: value })).toEqual([
      `REGISTRATION_TRIAL_DAYS is "${value}"; it must be a whole number from 0 to 365.`,
    ]);
  });
});
