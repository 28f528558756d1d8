import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#core/server/platform/clock.ts';
import { deleteAccount } from '#features/accounts/contract/account-data.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import {
  confirmTransfers,
  readOrderReceipt,
  readTransfers,
  removeTransferPayment,
  settleTransferRow,
} from '#features/billing/contract/bank-transfers.ts';
import { cancelOrder, listOrders, placeOrder, uploadReceipt } from '#features/billing/contract/orders.ts';
import { readPaddleProductData } from '#features/billing/contract/pricing.ts';
import { listSubscriptions } from '#features/billing/contract/subscriptions.ts';
import { grantForRegistration } from '#features/billing/server/access/grants.ts';
import { hasPremium as isPremium } from '#features/billing/server/billing.ts';
import { previewImport, revertImport, startImport } from '#features/imports/contract/imports.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { listEmailsTo } from '#tests/support/accounts/emails.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({
  BANK_TRANSFER_PRICE_PRO_MONTHLY: '5000',
  BANK_TRANSFER_ACCOUNT_TITLE: 'Tezi Ltd',
  BANK_TRANSFER_BANK: 'Meezan Bank',
  BANK_TRANSFER_IBAN: 'PK03 MEZN 0000 0000 0000 1234',
  BANK_TRANSFER_SELLER_SERVICES_TAX_NUMBER: 'S1234567-8',
});
let admin: { token: string };

let day = 0;
beforeEach(async () => {
  day += 40;
  test.clock.set(new Date(Date.parse('2026-11-21T05:42:00.000Z') + day * DAY).toISOString());
  // Sessions end with the clock.
  admin = { token: (await signInAdministrator(test)).access };
});

async function signUp() {
  const { access: token, email, password } = await signUpCustomer(test);
  return { token, email, password };
}
type Customer = Awaited<ReturnType<typeof signUp>>;

const place = async (customer: Customer, payer_name = 'Ayesha Khan') =>
  test.call(placeOrder, { body: { plan: 'pro', interval: 'month', payer_name } }, customer);

const date = () => test.clock.now().toISOString().slice(0, 10);
let messages = 0;
const toLine = (amount: string, name: string) => {
  messages += 1;
  return `${date()},"Raast P2P Fund transfer - from ${name} RAAST PYxxxx0110 MBM${1_000_000 + messages}",,"${amount}"`;
};
const toStatement = (...lines: string[]) => ['Date,Description,Debit,Credit', ...lines].join('\n');

async function importStatement(content: string) {
  const body = { kind: 'bank-statement', file_name: 'statement.csv', content } as const;
  const started = await test.call(startImport, { body }, admin);
  await test.importer.waitUntilIdle();
  return started;
}

const read = async () => (await test.call(readTransfers, {}, admin)).body;
const confirmCertain = async () => {
  const { rows, orders } = await read();
  const matches = rows
    .filter((row: { certain: unknown }) => row.certain)
    .map(({ id, certain }: { id: number; certain: { order_id: string } }) => ({
      order_id: certain.order_id,
      row_ids: [id],
      order_status: orders.find((order: { id: string }) => order.id === certain.order_id).status,
    }));
  return { matches, response: await test.call(confirmTransfers, { body: { matches } }, admin) };
};
const hasPremium = async ({ email }: Customer) => {
  const customer = await findCustomerByEmail(test.database.db, email);
  return isPremium(test.database.db, customer?.id ?? '', test.clock.now());
};

describe('a bank transfer', () => {
  it('works from the order to the receipt without any Paddle setting', async () => {
    const { body: pricing } = await test.call(readPaddleProductData, {});
    expect(pricing.product_groups.pro.monthly).toMatchObject({
      paddle_price_id: '',
      bank_transfer_price: '5000.00',
    });
    const customer = await signUp();
    const { status, body: order } = await place(customer);
    expect(status).toBe(201);
    expect(order).toMatchObject({ iban: 'PK03MEZN0000000000001234', status: 'open', price: '5000.00' });
    expect(Number(order.amount)).toBeLessThan(5_000);
    await importStatement(toStatement(toLine(order.amount, 'AYESHA KHAN')));
    const { response } = await confirmCertain();
    expect(response.status).toBe(200);
    expect(await hasPremium(customer)).toBe(true);
    const emails = await test.deliverEmails().then((all) => all.filter(({ to }) => to === customer.email));
    const receipt = emails.find(({ subject }) => subject.startsWith('Receipt R-'));
    expect(receipt?.text).toContain('Sales tax on services: S1234567-8');
    const { subscriptions } = (await test.call(listSubscriptions, {}, customer)).body;
    expect(subscriptions).toMatchObject([
      { provider: 'bank_transfer', status: 'active', product: { currency: 'PKR' } },
    ]);
    test.clock.advance(31 * DAY + HOUR);
    expect(await hasPremium(customer)).toBe(true);
    test.clock.advance(3 * DAY);
    expect(await hasPremium(customer)).toBe(false);
  });

  it('uses a row once, also when a later statement overlaps and is repeated', async () => {
    const customer = await signUp();
    const { body: order } = await place(customer);
    const line = toLine(order.amount, 'AYESHA KHAN');
    await importStatement(toStatement(line));
    const { matches } = await confirmCertain();
    const again = await test.call(confirmTransfers, { body: { matches } }, admin);
    expect(again.status).toBe(400);
    const forced = matches.map((match: object) => ({ ...match, reason: 'Once more' }));
    expect((await test.call(confirmTransfers, { body: { matches: forced } }, admin)).status).toBe(409);
    const file = { kind: 'bank-statement', file_name: 'b.csv', content: toStatement(line) } as const;
    const { body: preview } = await test.call(previewImport, { body: file }, admin);
    expect(preview.counts).toMatchObject({ unchanged: 1, new: 0 });
    expect(preview.rows[0].values).toContainEqual({ field: 'amount', value: order.amount });
    const { body: started } = await importStatement(toStatement(line, toLine('77.00', 'ZUBAIR')));
    expect(started).toMatchObject({ unchanged: 1, new: 1 });
  });

  it('confirms once when two administrators confirm at the same time', async () => {
    const customer = await signUp();
    const { body: order } = await place(customer);
    await importStatement(toStatement(toLine(order.amount, 'AYESHA KHAN')));
    const { rows } = await read();
    const row = rows.find((each: { amount: string }) => each.amount === order.amount);
    const body = {
      matches: [{ order_id: order.id, row_ids: [row.id], order_status: 'open' as const, reason: 'Seen' }],
    };
    const responses = await Promise.all([1, 2, 3].map(() => test.call(confirmTransfers, { body }, admin)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('needs a reason without a statement and for another amount', async () => {
    const customer = await signUp();
    const { body: order } = await place(customer);
    const match = { order_id: order.id, row_ids: [], order_status: 'open' as const };
    expect((await test.call(confirmTransfers, { body: { matches: [match] } }, admin)).status).toBe(400);
    expect(await hasPremium(customer)).toBe(false);
    const body = { matches: [{ ...match, reason: 'I saw it in the app of the bank' }] };
    expect((await test.call(confirmTransfers, { body }, admin)).status).toBe(200);
    expect(await hasPremium(customer)).toBe(true);
  });

  const findRow = async (amount: string) =>
    (await read()).rows.find((each: { amount: string }) => each.amount === amount);
  const confirm = async (
    order: { id: string },
    rows: { id: number }[],
    rest: { order_status: 'open' | 'paid'; adds_to_payment?: boolean },
  ) => {
    const match = { order_id: order.id, row_ids: rows.map(({ id }) => id), reason: 'Seen', ...rest };
    return test.call(confirmTransfers, { body: { matches: [match] } }, admin);
  };

  it('adds the credit of an order that was granted without a statement to its payment', async () => {
    const customer = await signUp();
    const { body: order } = await place(customer);
    const { body: granted } = await confirm(order, [], { order_status: 'open' });
    await importStatement(toStatement(toLine(order.amount, 'AYESHA KHAN')));
    const row = await findRow(order.amount);
    expect(row).toMatchObject({ certain: null, candidates: [{ doubts: ['The order is already paid.'] }] });
    const second = await confirm(order, [row], { order_status: 'paid' });
    expect(second).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Add the credit to that payment') },
    });
    const added = await confirm(order, [row], { order_status: 'paid', adds_to_payment: true });
    expect(added.body.payments).toMatchObject([
      { id: granted.payments[0].id, period_end: granted.payments[0].period_end },
    ]);
    expect(await findRow(order.amount)).toBeUndefined();
  });

  it('adds the second part of a payment to the first, and sends the receipt with the sum', async () => {
    const customer = await signUp();
    const { body: order } = await place(customer);
    const rest = (Number(order.amount) - 1_000).toFixed(2);
    await importStatement(toStatement(toLine('1000.00', 'AYESHA KHAN'), toLine(rest, 'AYESHA KHAN')));
    const { body: first } = await confirm(order, [await findRow(rest)], { order_status: 'open' });
    const { body: both } = await confirm(order, [await findRow('1000.00')], {
      order_status: 'paid',
      adds_to_payment: true,
    });
    expect(both.payments).toMatchObject([{ receipt_number: first.payments[0].receipt_number }]);
    const texts = (await test.deliverEmails())
      .filter(({ to, subject }) => to === customer.email && subject.startsWith('Receipt'))
      .map(({ text }) => text);
    expect(texts.at(-1)).not.toContain('less than the amount');
    expect((await test.call(listOrders, {}, customer)).body.orders[0].payment.amount).toBe(order.amount);
  });

  it('keeps the amount of a customer who places an order again', async () => {
    const customer = await signUp();
    const { body: order } = await place(customer);
    await test.call(cancelOrder, { params: { id: order.id } }, customer);
    expect((await place(customer)).body.amount).toBe(order.amount);
    expect((await place(await signUp())).body.amount).not.toBe(order.amount);
  });

  it('lists a settled credit again', async () => {
    const amount = '88.00';
    await importStatement(toStatement(toLine(amount, 'ZUBAIR')));
    const { id } = await findRow(amount);
    const settle = (settled_as: 'unrelated' | null) =>
      test.call(
        settleTransferRow,
        { params: { id: String(id) }, body: { settled_as, reason: 'Rent' } },
        admin,
      );
    expect((await settle('unrelated')).status).toBe(204);
    expect(await findRow(amount)).toBeUndefined();
    expect((await read()).settled).toMatchObject([{ id, settled_as: 'unrelated', settled_reason: 'Rent' }]);
    expect((await settle(null)).status).toBe(204);
    expect(await findRow(amount)).toMatchObject({ id });
  });

  it('sends no reminder to a customer whose access lasts longer by a grant', async () => {
    const customer = await signUp();
    const { body: order } = await place(customer);
    await importStatement(toStatement(toLine(order.amount, 'AYESHA KHAN')));
    await confirmCertain();
    const { id = '' } = (await findCustomerByEmail(test.database.db, customer.email)) ?? {};
    await test.database.transaction((tx) => grantForRegistration(tx, id, 60, test.clock.now()));
    await test.deliverEmails();
    test.clock.advance(26 * DAY);
    await test.billing.remindOfEnds();
    expect(await listEmailsTo(test, customer.email)).toEqual([]);
  });

  it('revokes access when the confirmation is reverted, and records refunds once', async () => {
    const customer = await signUp();
    const { body: order } = await place(customer);
    const { body: started } = await importStatement(toStatement(toLine(order.amount, 'AYESHA KHAN')));
    const revert = () => test.call(revertImport, { params: { id: String(started.id) } }, admin);
    const { response } = await confirmCertain();
    expect((await revert()).status).toBe(409);
    const [payment] = response.body.payments;
    const remove = (removal: 'reverted' | 'refunded') =>
      test.call(
        removeTransferPayment,
        { params: { id: payment.id }, body: { removal, reason: 'A mistake' } },
        admin,
      );
    expect((await remove('reverted')).status).toBe(200);
    expect(await hasPremium(customer)).toBe(false);
    expect((await remove('refunded')).status).toBe(409);
    expect((await test.call(listOrders, {}, customer)).body.orders[0].status).toBe('open');
    expect((await read()).rows.map(({ amount }: { amount: string }) => amount)).toContain(order.amount);
    expect((await revert()).status).toBe(200);
    await test.importer.waitUntilIdle();
    expect((await read()).rows.map(({ amount }: { amount: string }) => amount)).not.toContain(order.amount);
  });

  it('keeps the credit of a refunded payment used, and numbers the credit note', async () => {
    const customer = await signUp();
    const { body: order } = await place(customer);
    await importStatement(toStatement(toLine(order.amount, 'AYESHA KHAN')));
    const { response, matches } = await confirmCertain();
    const { body: refunded } = await test.call(
      removeTransferPayment,
      { params: { id: response.body.payments[0].id }, body: { removal: 'refunded', reason: 'Sent back' } },
      admin,
    );
    expect(refunded.credit_note).toMatch(/^C-\d{6}$/);
    expect(await hasPremium(customer)).toBe(false);
    const [match] = matches.filter(({ order_id }: { order_id: string }) => order_id === order.id);
    const again = { matches: [{ ...match, order_status: 'refunded', reason: 'Once more' }] };
    expect((await test.call(confirmTransfers, { body: again as never }, admin)).status).toBe(409);
    expect((await test.call(listOrders, {}, customer)).body.orders[0].status).toBe('refunded');
  });

  it('has one open order for each customer, and hides it from others', async () => {
    const [customer, other] = [await signUp(), await signUp()];
    const { body: order } = await place(customer);
    expect((await place(customer)).status).toBe(409);
    const params = { id: order.id as string };
    expect((await test.call(cancelOrder, { params }, other)).status).toBe(404);
    expect((await test.call(listOrders, {}, other)).body.orders).toEqual([]);
    expect((await test.call(cancelOrder, { params }, customer)).status).toBe(204);
    expect((await place(customer)).status).toBe(201);
  });

  it('lists the payment of a deleted account, which cannot be confirmed', async () => {
    const customer = await signUp();
    const { body: order } = await place(customer);
    const deletion = await test.call(deleteAccount, { body: { password: customer.password } }, customer);
    expect(deletion.status).toBeLessThan(300);
    await importStatement(toStatement(toLine(order.amount, 'AYESHA KHAN')));
    const { rows } = await read();
    const row = rows.find((each: { amount: string }) => each.amount === order.amount);
    expect(row.certain).toBeNull();
    expect(row.candidates[0].doubts).toContain('The customer deleted the account.');
    const match = {
      order_id: order.id,
      row_ids: [row.id],
      order_status: 'canceled' as const,
      reason: 'Paid',
    };
    expect((await test.call(confirmTransfers, { body: { matches: [match] } }, admin)).status).toBe(409);
  });

  it('stops reminders and the days of grace when the customer cancels', async () => {
    const customer = await signUp();
    const { body: order } = await place(customer);
    await importStatement(toStatement(toLine(order.amount, 'AYESHA KHAN')));
    await confirmCertain();
    await test.deliverEmails();
    test.clock.advance(26 * DAY);
    await test.billing.remindOfEnds();
    await test.billing.remindOfEnds();
    const subjects = (await listEmailsTo(test, customer.email)).map(({ subject }) => subject);
    expect(subjects).toHaveLength(1);
    expect(subjects[0]).toMatch(/^Your premium access ends on/);
  });
});

describe('receipts', () => {
  const upload = async (customer: Customer, id: string, content: Buffer) =>
    test.call(uploadReceipt, { params: { id }, body: { content: content.toString('base64') } }, customer);

  it('stores PDFs as they are and rejects files of other types', async () => {
    const customer = await signUp();
    const { body: order } = await place(customer);
    expect((await upload(customer, order.id, Buffer.from('%PDF-1.7 invented'))).status).toBe(201);
    for (const content of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'GIF89a'.padEnd(64),
      '<html>'.padEnd(64),
    ])
      expect((await upload(customer, order.id, Buffer.from(content))).status).toBe(400);
    const { orders } = await read();
    const [receipt] = orders.find(({ id }: { id: string }) => id === order.id).receipts;
    const params = { id: receipt.id as string };
    expect((await test.call(readOrderReceipt, { params }, customer)).status).toBe(403);
    const { body } = await test.call(readOrderReceipt, { params }, admin);
    expect(Buffer.from(body.content, 'base64').toString()).toBe('%PDF-1.7 invented');
    expect(await hasPremium(customer)).toBe(false);
  });

  it('marks a file that is the receipt of several orders, and hides orders from other customers', async () => {
    const [customer, forger] = [await signUp(), await signUp()];
    const file = Buffer.from('%PDF-1.7 one transfer');
    const { body: order } = await place(customer);
    const { body: forged } = await place(forger, 'Zubair Qureshi');
    expect((await upload(forger, order.id, file)).status).toBe(404);
    expect((await upload(customer, order.id, file)).status).toBe(201);
    expect((await upload(forger, forged.id, file)).status).toBe(201);
    const { orders } = await read();
    const [{ receipts }] = orders.filter(({ id }: { id: string }) => id === forged.id);
    expect(receipts).toMatchObject([{ is_reused: true }]);
    expect(await hasPremium(forger)).toBe(false);
  });

  it('draws images again without what follows them', async () => {
    const { createCanvas } = await import('@napi-rs/canvas');
    const image = Buffer.concat([
      createCanvas(40, 30).toBuffer('image/png'),
      Buffer.from('<script>hidden</script>'),
    ]);
    const customer = await signUp();
    const { body: order } = await place(customer);
    expect((await upload(customer, order.id, image)).status).toBe(201);
    const { orders } = await read();
    const [receipt] = orders.find(({ id }: { id: string }) => id === order.id).receipts;
    const { body } = await test.call(readOrderReceipt, { params: { id: receipt.id } }, admin);
    const stored = Buffer.from(body.content, 'base64');
    expect(stored.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(stored.includes('hidden')).toBe(false);
  });

  it('rejects images with too many pixels before they are decoded', async () => {
    const huge = Buffer.from('89504e470d0a1a0a0000000d49484452000186a0000186a00802000000', 'hex');
    const customer = await signUp();
    const { body: order } = await place(customer);
    const { status, body } = await upload(customer, order.id, Buffer.concat([huge, Buffer.alloc(40)]));
    expect(status).toBe(400);
    expect(body.content[0]).toContain('pixels');
  });
});
