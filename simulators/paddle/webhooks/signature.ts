import { createHmac, randomBytes } from 'node:crypto';
import type { ChaosSwitches } from './chaos.ts';

const HOUR_S = 3_600;

type Trouble = Pick<ChaosSwitches, 'oldTs' | 'futureTs' | 'badSig' | 'twoH1'>;

/** The header `Paddle-Signature` of a body: by the first secret, or by all of them while secrets are rotated. */
export function signatureOf(
  body: string,
  secrets: readonly string[],
  wallMs: number,
  trouble: Trouble,
): string {
  const ts = Math.floor(wallMs / 1_000) + (trouble.oldTs ? -HOUR_S : 0) + (trouble.futureTs ? HOUR_S : 0);
  const signing = trouble.badSig ? [randomBytes(16).toString('hex')] : secretsFor(secrets, trouble);
  const marks = signing.map((secret) => `h1=${hmac(secret, `${ts}:${body}`)}`);
  return [`ts=${ts}`, ...marks].join(';');
}

function secretsFor(secrets: readonly string[], { twoH1 }: Trouble): readonly string[] {
  if (!twoH1) return secrets.slice(0, 1);
  return secrets.length > 1 ? secrets : [randomBytes(16).toString('hex'), ...secrets];
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');
