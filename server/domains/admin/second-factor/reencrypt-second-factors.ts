import { and, eq, isNotNull } from 'drizzle-orm';
import { administrators } from '#server/domains/admin/admin.tables.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { TokenSecrets } from '#server/platform/token-secrets.ts';
import { reencryptTotpSecret } from './totp-secret.ts';

/**
 * Encrypts the secrets of authenticator apps with the current token secret, so that the one they were encrypted with can be
 * removed. Servers that start together may do so at the same time.
 */
export async function reencryptSecondFactors(db: Queryable, tokenSecrets: TokenSecrets): Promise<void> {
  const rows = await db
    .select({ id: administrators.id, stored: administrators.totpSecret })
    .from(administrators)
    .where(isNotNull(administrators.totpSecret));
  for (const { id, stored } of rows) {
    const totpSecret = reencryptTotpSecret(stored ?? '', id, tokenSecrets);
    if (totpSecret === null || stored === null) continue;
    // Unless it has changed since it was read.
    await db
      .update(administrators)
      .set({ totpSecret })
      .where(and(eq(administrators.id, id), eq(administrators.totpSecret, stored)));
  }
}
