import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { addMilliseconds, DAY, HOUR } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { listSecrets, type TokenSecrets } from '#core/server/platform/token-secrets.ts';
import type { PaddleSnapshot } from '#features/billing/server/paddle/snapshots.ts';
import { assertCanBuy } from './purchase-rules.ts';

interface Checkout {
  userId: string;
  priceId: string;
}

/** Returns the custom data of a checkout. Throws if the customer would pay twice. */
export async function startCheckout(
  db: Queryable,
  checkout: Checkout,
  { tokenSecrets, now }: { tokenSecrets: TokenSecrets; now: Date },
): Promise<{ user_id: string; checkout_ref: string }> {
  await assertCanBuy(db, checkout.userId, { provider: 'paddle', now });
  return { user_id: checkout.userId, checkout_ref: makeCheckoutReference(tokenSecrets, checkout, now) };
}

/** The customer and the price that a checkout reference authenticates. */
interface CheckoutSubject {
  userId: string;
  priceId: string;
}

const LIFETIME_MS = DAY;
/** How long after the expiry of a reference a subscription may start: a payment takes time. */
const TOLERANCE_MS = HOUR;
const KEY_BYTES = 32;
const REFERENCE = /^v1\.(\d{10})\.([\w-]{43})$/;
const USER_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Creates the signed reference that links a payment to a customer: `v1.<expiry in seconds>.<mac>`. */
export function makeCheckoutReference(
  tokenSecrets: TokenSecrets,
  subject: CheckoutSubject,
  now: Date,
): string {
  const expiry = String(Math.floor(addMilliseconds(now, LIFETIME_MS).getTime() / 1_000));
  return `v1.${expiry}.${signCheckout(tokenSecrets.current, subject, expiry).toString('base64url')}`;
}

/**
 * Returns the customer in the signed custom data of a subscription's checkout; `null` when the signature is missing or
 * invalid. Custom data is set in the buyer's browser, so unsigned values cannot be trusted.
 */
export function readCheckoutReference(
  tokenSecrets: TokenSecrets,
  { customData, priceIds, startedAt }: Pick<PaddleSnapshot, 'customData' | 'priceIds' | 'startedAt'>,
): string | null {
  const { user_id: userId, checkout_ref: reference } = customData;
  if (typeof userId !== 'string' || !USER_ID.test(userId) || typeof reference !== 'string') return null;
  const [, expiry, given] = REFERENCE.exec(reference) ?? [];
  if (!expiry || !given) return null;
  if (startedAt > addMilliseconds(new Date(Number(expiry) * 1_000), TOLERANCE_MS)) return null;
  const mac = Buffer.from(given, 'base64url');
  const isOurs = priceIds.some((priceId) =>
    listSecrets(tokenSecrets).some((secret) =>
      timingSafeEqual(mac, signCheckout(secret, { userId, priceId }, expiry)),
    ),
  );
  return isOurs ? userId : null;
}

function signCheckout(secret: string, { userId, priceId }: CheckoutSubject, expiry: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'checkout', KEY_BYTES));
  return createHmac('sha256', key).update(`v1\0${userId}\0${priceId}\0${expiry}`).digest();
}
