import { randomBytes } from 'node:crypto';
import type { Config } from '#server/config/config.ts';
import type { TokenSecrets } from '#server/platform/token-secrets.ts';
import { getDemoSecret } from './demo-secret.ts';

/**
 * Returns the configured secrets, or the demo's one, which is generated once in the data folder so that sessions survive
 * restarts.
 */
export async function getTokenSecrets(config: Config): Promise<TokenSecrets> {
  const generate = () => randomBytes(48).toString('base64url');
  return {
    current: config.tokenSecret ?? (await getDemoSecret(config, 'token-secret', generate)),
    accepted: config.acceptedTokenSecrets,
  };
}
