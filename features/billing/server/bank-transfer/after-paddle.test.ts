import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { DAY } from '#core/server/platform/clock.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import { hasPremium } from '#features/billing/server/billing.ts';
import { insertLocalPayment } from '#tests/support/billing/orders.ts';
import { usePaddleApp } from '#tests/support/billing/paddle-simulator.ts';
import { localPayments } from './bank-transfer.tables.ts';

const test = usePaddleApp();

it('moves a paid period forward when the subscription with Paddle before it ends early', async () => {
  const { email, paddleId } = await test.signUpSubscriber();
  const { id: userId = '' } = (await findCustomerByEmail(test.database.db, email)) ?? {};
  const startsAt = new Date(test.clock.now().getTime() + 30 * DAY);
  const endsAt = new Date(startsAt.getTime() + 31 * DAY);
  const { id } = await insertLocalPayment(test, userId, { startsAt, endsAt });
  await test.advanceTime(DAY);
  await test.billing.paddle?.gateway.cancelNow(paddleId);
  await test.deliverWebhooks();
  const [payment] = await test.database.db.select().from(localPayments).where(eq(localPayments.id, id));
  expect(payment?.startsAt).toEqual(test.clock.now());
  expect(await hasPremium(test.database.db, userId, test.clock.now())).toBe(true);
});
