import { createHmac, timingSafeEqual } from 'node:crypto';
import { listSecrets, type TokenSecrets } from '#core/server/platform/token-secrets.ts';

/** Returns the token with which a device reports that it showed a message: only who received the message has it. */
export const createShownToken = (deliveryId: number, { current }: TokenSecrets): string =>
  `${deliveryId}.${computeProof(deliveryId, current)}`;

/** Returns the delivery of a token; `null` if the token is not genuine. */
export function readShownToken(token: string, secrets: TokenSecrets): number | null {
  const [id = '', proof = ''] = token.split('.');
  if (!/^[1-9]\d{0,14}$/.test(id)) return null;
  const given = Buffer.from(proof);
  const isGenuine = listSecrets(secrets).some((secret) => {
    const expected = Buffer.from(computeProof(Number(id), secret));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isGenuine ? Number(id) : null;
}

const computeProof = (deliveryId: number, secret: string) =>
  createHmac('sha256', secret).update(`shown\0${deliveryId}`).digest('base64url').slice(0, 22);
