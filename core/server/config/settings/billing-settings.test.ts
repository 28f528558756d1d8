import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#core/server/config/config.ts';
import { getBillingMode } from '#core/server/config/service-modes.ts';

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
  TOKEN_SECRET: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
  CONTACT_EMAIL: 'help@tezi.example',
  CONTACT_PHONE: '+92 42 111 222 333',
  SMTP_URL: 'none',
};

function findProblems(environment: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('the plans for sale', () => {
  it('sells the plans that have both prices', () => {
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

  it('reads the names of the plans', () => {
    expect(readConfig({ ...sandbox, PLAN_PRO_NAME: 'Gold' }).billing.plans[0]?.displayName).toBe('Gold');
  });

  it.each([
    ['PADDLE_PRICE_PRO_YEARLY', ''],
    ['PADDLE_PRICE_PRO_MONTHLY', ''],
  ])('rejects a plan without %s', (name, value) => {
    expect(findProblems({ ...sandbox, [name]: value })).toEqual([
      'PADDLE_PRICE_PRO_MONTHLY and PADDLE_PRICE_PRO_YEARLY belong together: set both or neither.',
    ]);
  });

  it('rejects a price that is set twice', () => {
    expect(findProblems({ ...sandbox, PADDLE_PRICE_PRO_YEARLY: MONTHLY })).toEqual([
      `The price ${MONTHLY} is set for two plans or intervals: PADDLE_PRICE_… must differ.`,
    ]);
  });

  it('rejects the ID of a product in place of a price', () => {
    expect(findProblems({ ...sandbox, PADDLE_PRICE_PRO_YEARLY: 'pro_01kaj3vz5m0000000000000002' })).toEqual([
      'PADDLE_PRICE_PRO_YEARLY is "pro_01kaj3vz5m0000000000000002"; it must be the ID of a price, which begins with pri_.',
    ]);
  });

  it('requires a Paddle account for plans', () => {
    expect(findProblems({ PADDLE_PRICE_PRO_MONTHLY: MONTHLY, PADDLE_PRICE_PRO_YEARLY: YEARLY })).toEqual([
      'PADDLE_PRICE_PRO_MONTHLY is set without PADDLE_ENVIRONMENT, PADDLE_API_KEY, PADDLE_CLIENT_TOKEN, PADDLE_WEBHOOK_SECRETS.',
      'PADDLE_PRICE_PRO_YEARLY is set without PADDLE_ENVIRONMENT, PADDLE_API_KEY, PADDLE_CLIENT_TOKEN, PADDLE_WEBHOOK_SECRETS.',
    ]);
  });
});

describe('the Paddle keys', () => {
  it.each(['PADDLE_ENVIRONMENT', 'PADDLE_API_KEY', 'PADDLE_CLIENT_TOKEN', 'PADDLE_WEBHOOK_SECRETS'])(
    'reports a missing %s when other Paddle keys are set',
    (name) => {
      expect(findProblems({ ...sandbox, [name]: undefined })).toEqual([
        `${name} is missing: PADDLE_ENVIRONMENT, PADDLE_API_KEY, PADDLE_CLIENT_TOKEN, PADDLE_WEBHOOK_SECRETS belong together.`,
      ]);
    },
  );

  it.each([
    [sandbox, 'PADDLE_API_KEY', live.PADDLE_API_KEY, 'PADDLE_ENVIRONMENT=sandbox', 'pdl_sdbx_'],
    [sandbox, 'PADDLE_CLIENT_TOKEN', live.PADDLE_CLIENT_TOKEN, 'PADDLE_ENVIRONMENT=sandbox', 'test_'],
    [live, 'PADDLE_API_KEY', sandbox.PADDLE_API_KEY, 'PADDLE_ENVIRONMENT=production', 'pdl_live_'],
    [live, 'PADDLE_CLIENT_TOKEN', sandbox.PADDLE_CLIENT_TOKEN, 'PADDLE_ENVIRONMENT=production', 'live_'],
  ])(
    'rejects Paddle keys of another environment, in production and in the demo: %#',
    (settings, name, value, environment, prefix) => {
      const expected = [`${name} does not fit ${environment}: it must begin with ${prefix}.`];
      expect(findProblems({ ...settings, [name]: value })).toEqual(expected);
      expect(
        findProblems({ ...production, ...settings, PADDLE_WEBHOOK_SECRETS: SECRET, [name]: value }),
      ).toEqual(expected);
    },
  );

  it.each(['ntfset_01kaj3vz5m0000000000000001', ',', 'pdl_ntfset_new,other'])(
    'rejects %j as webhook secrets',
    (secrets) => {
      expect(findProblems({ ...sandbox, PADDLE_WEBHOOK_SECRETS: secrets })).toEqual([
        'PADDLE_WEBHOOK_SECRETS must list secrets, which begin with pdl_ntfset_; the id of a destination is not one.',
      ]);
    },
  );

  it.each(['pdl_ntfset_', 'pdl_ntfset_…', 'pdl_ntfset_guess', `pdl_ntfset_${'k'.repeat(20)}…`])(
    'rejects the guessable webhook secret %j in production',
    (secret) => {
      for (const listed of [secret, `${SECRET},${secret}`]) {
        expect(findProblems({ ...production, ...live, PADDLE_WEBHOOK_SECRETS: listed })).toEqual([
          'PADDLE_WEBHOOK_SECRETS lists a secret that Paddle did not issue: anyone who guesses it could forge payments.',
        ]);
      }
    },
  );

  it('does not repeat Paddle keys in error messages', () => {
    const settings = { ...live, PADDLE_API_KEY: 'hunter1', PADDLE_CLIENT_TOKEN: 'hunter2' };
    const found = findProblems({ ...settings, PADDLE_WEBHOOK_SECRETS: 'hunter3' });
    expect(found.length).toBe(3);
    expect(found.join()).not.toContain('hunter');
  });

  it('rejects an unknown Paddle environment', () => {
    expect(findProblems({ ...sandbox, PADDLE_ENVIRONMENT: 'live' })).toContain(
      'PADDLE_ENVIRONMENT is "live"; it must be one of sandbox, production.',
    );
  });
});

describe('the Paddle simulator', () => {
  it('uses the Paddle simulator only in a private demo without keys', () => {
    expect(getBillingMode(readConfig({}))).toBe('simulator');
    expect(getBillingMode(readConfig(sandbox))).toBe('on');
    expect(getBillingMode(readConfig({ PUBLIC_URL: 'https://tezi.example' }))).toBe('off');
    const onNetwork = { HOST: '0.0.0.0', DEMO_ON_NETWORK: 'yes', ADMIN_PASSWORD: 'a long admin password' };
    expect(getBillingMode(readConfig(onNetwork))).toBe('off');
    expect(getBillingMode(readConfig(production))).toBe('off');
    expect(getBillingMode(readConfig({ ...production, PUBLIC_URL: 'http://localhost:3000' }))).toBe('off');
    expect(getBillingMode(readConfig({ ...production, ...live, PADDLE_WEBHOOK_SECRETS: SECRET }))).toBe('on');
  });

  it.each([
    'http://localhost:3000/simulators/paddle',
    'https://paddle.example',
    'https://notpaddle.com',
    'https://api.paddle.com.evil.example',
    'http://api.paddle.com',
  ])("rejects a simulator's URL in production: %s", (url) => {
    expect(
      findProblems({ ...production, ...sandbox, PADDLE_WEBHOOK_SECRETS: SECRET, PADDLE_API_BASE_URL: url }),
    ).toEqual([
      `PADDLE_API_BASE_URL is "${url}"; production does not use a simulator: it must be at https://….paddle.com.`,
    ]);
    expect(readConfig({ ...sandbox, PADDLE_API_BASE_URL: url }).billing.paddle?.apiBaseUrl).toBe(url);
  });

  it("does not treat Paddle's own URL as a simulator", () => {
    const settings = {
      ...live,
      PADDLE_WEBHOOK_SECRETS: SECRET,
      PADDLE_API_BASE_URL: 'https://api.paddle.com',
    };
    expect(findProblems({ ...production, ...settings })).toEqual([]);
  });
});

describe('premium access by registration', () => {
  it('reads the number of days of premium access by registration', () => {
    expect(readConfig({ REGISTRATION_TRIAL_DAYS: '14' }).billing.registrationTrialDays).toBe(14);
  });

  it.each(['-1', '1.5', '366', 'a week', '1e2'])('rejects %j as its number of days', (value) => {
    expect(findProblems({ REGISTRATION_TRIAL_DAYS: value })).toEqual([
      `REGISTRATION_TRIAL_DAYS is "${value}"; it must be a whole number from 0 to 365.`,
    ]);
  });
});
