import { setTimeout as delay } from 'node:timers/promises';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Middleware } from './middleware.ts';

/** How the exchange of a code for tokens goes. */
export const TOKEN_ANSWERS = ['normal', 'slow', 'refused'] as const;
export type TokenAnswer = (typeof TOKEN_ANSWERS)[number];

const SLOW_MS = 4_000;

/** Lets the exchange of a code go as its person chose. */
export function troubleTokens(chosen: { get(grantId: string): TokenAnswer | undefined }): Middleware {
  return async (context, next) => {
    await next();
    const { oidc } = context as unknown as Partial<KoaContextWithOIDC>;
    if (oidc?.route !== 'token') return;
    const grantId = oidc.entities.AuthorizationCode?.grantId;
    const answer = grantId ? chosen.get(grantId) : undefined;
    if (answer === 'slow') await delay(SLOW_MS);
    if (answer === 'refused') {
      context.status = 400;
      context.body = {
        error: 'invalid_grant',
        error_description: 'The stand-in for Google refused the code.',
      };
    }
  };
}
