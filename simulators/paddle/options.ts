import type { CountryCode, CurrencyCode } from '@paddle/paddle-node-sdk';

/** The account's settings and the simulator's URLs. */
export interface PaddleSimulatorOptions {
  /** The public URL of the plugin without a trailing slash: the SDK's `environment`. */
  baseUrl: string;
  apiKey: string;
  /** Begins with `test_`. */
  clientToken: string;
  /** The webhook destination. Webhooks are signed with the secret, at the time of the simulated clock. */
  webhook: { url: string; secret: string };
  catalog: readonly CatalogProduct[];
  /** The preselected country of buyers; US by default. */
  defaultCountry?: CountryCode;
  /** The action after all payment retries of a renewal have failed. */
  dunningExhausted?: 'cancel' | 'pause';
  /** The delays between the attempts to deliver a webhook: those of Paddle's sandbox, or a second for tests. */
  retryProfile?: 'sandbox' | 'fast';
  deliver?: (url: string, init: RequestInit) => Promise<Response>;
  wallClock?: () => Date;
  /** Persists the account across restarts. An invalid snapshot is ignored. */
  snapshot?: { load(): Promise<unknown>; save(state: unknown): Promise<void> };
}

export interface CatalogProduct {
  id: `pro_${string}`;
  name: string;
  description?: string;
  prices: readonly CatalogPrice[];
}

export interface CatalogPrice {
  id: `pri_${string}`;
  name: string;
  interval: 'month' | 'year';
  /** In the currency's smallest unit, as `"3000"` for $30. */
  amount: string;
  currency: CurrencyCode;
  trialDays?: number;
  overrides?: readonly { countryCodes: CountryCode[]; amount: string; currency: CurrencyCode }[];
}

/** Returns the path of the simulator without a trailing slash. */
export const getMountPath = ({ baseUrl }: Pick<PaddleSimulatorOptions, 'baseUrl'>) =>
  new URL(baseUrl).pathname.replace(/\/$/, '');
