import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { timestamp } from '#core/contract/fields.ts';

/**
 * The version of the risk statement, whose text is in `features/accounts/web/public/risk-statement/statement.ts`. A change of the text needs a new version:
 * customers are then asked again, and see no premium signals until they accept it.
 */
export const RISK_STATEMENT_VERSION = 1;

/**
 * Where a customer accepted the statement: by creating an account, in the prompt after sign-in, or in front of premium signals.
 * The codes are stored and exported.
 */
export const ACCEPTANCE_PLACES = ['sign_up', 'prompt', 'premium'] as const;
const AcceptancePlace = z.enum(ACCEPTANCE_PLACES);
export type AcceptancePlace = z.infer<typeof AcceptancePlace>;

export const RiskAcceptance = z.object({
  version: z.int(),
  accepted_at: timestamp,
  place: AcceptancePlace,
});
export type RiskAcceptance = z.infer<typeof RiskAcceptance>;

const RiskAcceptanceState = z.object({
  /** The current version of the statement. */
  version: z.int(),
  /** The acceptance of the current version; `null` if the customer has not accepted it. */
  acceptance: z.nullable(RiskAcceptance),
});

export const readRiskAcceptance = defineEndpoint({
  method: 'GET',
  path: '/customers/risk-acceptance/',
  summary: 'Get whether the signed-in customer has accepted the current risk statement',
  access: 'customer',
  response: RiskAcceptanceState,
});

/** Accepting the same version again changes nothing. */
export const acceptRiskStatement = defineEndpoint({
  method: 'POST',
  path: '/customers/risk-acceptance/',
  summary: 'Accept the risk statement',
  access: 'customer',
  body: z.object({
    /** The version that the customer has read. Any other than the current one is rejected with `risk_statement_changed`. */
    version: z.int(),
    place: z.enum(['prompt', 'premium']),
  }),
  response: RiskAcceptanceState,
});
