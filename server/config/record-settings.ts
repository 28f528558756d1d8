import { createPrivateKey } from 'node:crypto';
import * as z from 'zod/mini';
import type { Settings } from './read-settings.ts';
import { wholeNumber } from './schemas.ts';

export const RECORD_SETTINGS = {
  LEDGER_SIGNING_KEY: {
    description:
      'Signs the public record of signals every day: a private Ed25519 key, the same on every server. Without it production does not sign the record, so that visitors can verify less. Generate one with `openssl genpkey -algorithm ed25519 -outform DER | base64 -w0`, and store a copy where the server is not (`docs/operations/record.md`). The demo generates its own.',
    schema: z
      .string()
      .check(
        z.refine(
          isSigningKey,
          'is not a private Ed25519 key. Generate one with `openssl genpkey -algorithm ed25519 -outform DER | base64 -w0`.',
        ),
      ),
    example: '',
  },
  PREMIUM_PUBLIC_AFTER_DAYS: {
    description:
      'The number of days after the end of a premium signal until the public record shows its content and the statistics count its result. 0 to 365.',
    schema: wholeNumber(0, 365),
    default: '7',
  },
} as const satisfies Settings;

function isSigningKey(text: string): boolean {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    return key.asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}
