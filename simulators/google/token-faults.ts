import { setTimeout as delay } from 'node:timers/promises';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Middleware } from './middleware.ts';

/** The outcomes of a token exchange that a visitor can choose. */
export const TOKEN_OUTCOMES = ['normal', 'slow', 'rejected'] as const;
export type TokenOutcome = (typeof TOKEN_OUTCOMES)[number];

const SLOW_MS = 4_000;

/** Gives each token exchange the outcome that was chosen on the sign-in page. */
export function injectTokenFaults(chosen: { get(grantId: string): TokenOutcome | undefined }): Middleware {
  return async (context, next) => {
    await next();
    const { oidc } = context as unknown as Partial<KoaContextWithOIDC>;
    if (oidc?.route !== 'token') return;
    const grantId = oidc.entities.AuthorizationCode?.grantId;
    const outcome = grantId ? chosen.get(grantId) : undefined;
    if (outcome === 'slow') await delay(SLOW_MS);
    if (outcome === 'rejected') {
      context.status = 400;
      context.body = {
        error: 'invalid_grant',
        error_description: 'The Google simulator rejected the code.',
      };
    }
  };
}
