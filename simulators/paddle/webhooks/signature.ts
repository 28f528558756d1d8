import { createHmac, randomBytes } from 'node:crypto';
import type { ChaosSwitches } from './chaos.ts';

const HOUR_S = 3_600;

type SignatureFaults = Pick<ChaosSwitches, 'oldTs' | 'futureTs' | 'badSig' | 'twoH1'>;

/** Returns the `Paddle-Signature` header of a body, signed with the first secret, or with all during a rotation. */
export function signPayload(
  body: string,
  secrets: readonly string[],
  wallMs: number,
  faults: SignatureFaults,
): string {
  const ts = Math.floor(wallMs / 1_000) + (faults.oldTs ? -HOUR_S : 0) + (faults.futureTs ? HOUR_S : 0);
  const signing = faults.badSig ? [randomBytes(16).toString('hex')] : selectSecrets(secrets, faults);
  const signatures = signing.map((secret) => `h1=${computeHmac(secret, `${ts}:${body}`)}`);
  return [`ts=${ts}`, ...signatures].join(';');
}

function selectSecrets(secrets: readonly string[], { twoH1 }: SignatureFaults): readonly string[] {
  if (!twoH1) return secrets.slice(0, 1);
  return secrets.length > 1 ? secrets : [randomBytes(16).toString('hex'), ...secrets];
}

const computeHmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');
