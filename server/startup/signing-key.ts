import type { Config } from '#server/config/config.ts';
import { createSigningKey, generateSigningKey, type SigningKey } from '#server/domains/ledger/ledger.ts';
import { getDemoSecret } from './demo-secret.ts';

/** Returns the configured key of the record, or the demo's generated one; `null`: the record is not signed. */
export async function getSigningKey(config: Config): Promise<SigningKey | null> {
  const { ledgerSigningKey, mode } = config;
  if (ledgerSigningKey !== null) return createSigningKey(ledgerSigningKey);
  if (mode === 'production') return null;
  return createSigningKey(await getDemoSecret(config, 'ledger-signing-key', generateSigningKey));
}
