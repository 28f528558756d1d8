import type { ApiScope } from '#core/contract/api/api-scopes.ts';
import type { Quota } from '#core/server/platform/rate-limits/counters.ts';

/** The authenticated or anonymous sender of a request. */
export type Caller =
  | { kind: 'visitor' }
  | { kind: 'customer'; userId: string; sessionId: string }
  | ApiKeyCaller
  | AdministratorCaller;

/** A program with an API key of a customer, for endpoints that one of its scopes names. */
interface ApiKeyCaller {
  kind: 'api_key';
  userId: string;
  keyId: string;
}

export interface AdministratorCaller {
  kind: 'administrator';
  administratorId: string;
  sessionId: string;
  /** True once the session has passed the second factor. */
  hasSecondFactor: boolean;
}

export const VISITOR: Caller = { kind: 'visitor' };

/** Returns the caller that an access token identifies, or the reason why the token is rejected. */
export type Authenticate = (token: string) => Promise<Caller | { rejection: 'expired' | 'invalid' }>;

/**
 * Returns the API key that a request was sent with, after counting the request; `null` if it is invalid. Throws `throttled` after too many
 * invalid keys of a client.
 */
export type AuthenticateKey = (
  key: string,
  clientIp: string,
) => Promise<{ caller: ApiKeyCaller; scopes: readonly ApiScope[]; quota: Quota } | null>;
