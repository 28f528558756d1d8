import type { CountryCode, CurrencyCode } from '@paddle/paddle-node-sdk';
import type { RetryProfile } from './webhooks/retry-profiles.ts';

/** What an account at Paddle is set up with, and where the stand-in lives. */
export interface PaddleSimulatorOptions {
  /** Where the plugin is mounted, as its callers reach it, without a slash at the end: the SDK's `environment`. */
  baseUrl: string;
  apiKey: string;
  /** Begins with `test_`. */
  clientToken: string;
  /**
   * Where webhooks go. They are signed with the first secret; the others are older ones, used while rotating. What runs on
   * the simulated clock as well believes signatures of that time alone.
   */
  webhook: { url: string; secrets: readonly [string, ...string[]]; clock?: 'wall' | 'simulated' };
  catalog: readonly CatalogProduct[];
  /** Origins whose pages may embed the checkout, besides the stand-in's own. */
  allowedOrigins?: readonly string[];
  /** Where buyers are taken to be until they say otherwise; US without it. */
  defaultCountry?: CountryCode;
  /** The page that opens a checkout for `?_ptxn=`; the root of the base URL's origin without it. */
  defaultPaymentLink?: string;
  /** What becomes of a subscription whose renewal could not be collected for thirty days. */
  dunningExhausted?: 'cancel' | 'pause';
  retryProfile?: RetryProfile;
  deliver?: (url: string, init: RequestInit) => Promise<Response>;
  wallClock?: () => Date;
  /** Keeps the account over restarts. What does not parse is ignored. */
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
