import { expect, it } from 'vitest';
import { type MatchOrder, matchRows } from './match-rows.ts';
import { pickOrderAmount } from './order-amounts.ts';
import { findOrderCodes, makeOrderCode } from './order-codes.ts';
import { comparePayerName, listNameWords, listPayerWords } from './payer-names.ts';

const [CODE, OTHER_CODE] = ['7K4M2QM', '8D3T0XB'];
const order: MatchOrder = {
  id: 'order',
  code: CODE,
  amountPaisa: 496_300,
  pricePaisa: 500_000,
  payerName: 'Ayesha Khan',
  status: 'open',
  createdAt: new Date('2027-01-04T05:00:00Z'),
  expiresAt: new Date('2027-01-07T05:00:00Z'),
  userId: 'ayesha',
  isReverted: false,
};
const other = {
  ...order,
  id: 'other',
  code: OTHER_CODE,
  amountPaisa: 497_100,
  userId: 'bilal',
  payerName: 'Bilal Ahmed',
};
const row = {
  id: 1,
  date: '2027-01-05',
  time: null,
  amountPaisa: 496_300,
  narration: 'Raast P2P Fund transfer - from AYESHA KHAN RAAST PYxxxx0110 MBM900001',
};
const NAMELESS = '1000000001 RAAST P2P FT, - Digital, 20270105, FT, 000000000000000001';

/** Returns the order of a certain match, else the doubts about the best candidate. */
function match(changes: Partial<typeof row>, orders: MatchOrder[] = [order, other]) {
  const [found] = matchRows([{ ...row, ...changes }], orders);
  return found?.certain?.orderId ?? found?.candidates[0]?.doubts ?? null;
}

it.each([
  ['the amount, the time and the name', {}],
  ['the amount, the time and the code, although another person pays', { narration: `FROM ZUBAIR ${CODE}` }],
  ['an amount that only this order has, without a name', { narration: NAMELESS }],
])('is certain by %s', (_, changes) => {
  expect(match(changes)).toBe('order');
});

it.each([
  [
    'another payer',
    { narration: 'FROM ZUBAIR QURESHI' },
    'The statement names another payer than the order.',
  ],
  [
    'the code of another order',
    { narration: `AYESHA KHAN ${OTHER_CODE}` },
    'The note has the code of another order.',
  ],
  [
    'the codes of two orders',
    { narration: `${CODE} ${OTHER_CODE}` },
    'The note has the code of another order.',
  ],
  ['half of the amount', { amountPaisa: 248_150 }, 'It is Rs 2481.50 too little.'],
  ['the price', { amountPaisa: 500_000 }, 'It is the price, and not the amount of the order.'],
  [
    'another amount with the code',
    { amountPaisa: 100, narration: `FROM ZUBAIR ${CODE}` },
    'It is Rs 4962.00 too little.',
  ],
  ['a payment after the end', { date: '2027-01-08' }, 'It was received after the order had expired.'],
])('is doubtful with %s', (_, changes, doubt) => {
  expect(match(changes)).toContain(doubt);
});

it.each([
  ['before the order', { date: '2027-01-03' }],
  ['of a stranger with another amount', { amountPaisa: 123_400, narration: 'FROM ZUBAIR' }],
  ['with a guessed code that no order has', { amountPaisa: 400_000, narration: 'FROM ZUBAIR 000000T' }],
])('has no candidate for a payment %s', (_, changes) => {
  expect(match(changes)).toBeNull();
});

it('is doubtful without a name if another order has had the amount, or differs by paisa that apps drop', () => {
  const earlier = {
    ...other,
    amountPaisa: order.amountPaisa,
    createdAt: new Date('2026-12-25T05:00:00Z'),
    expiresAt: new Date('2026-12-28T05:00:00Z'),
  };
  const byPaisa = { ...other, amountPaisa: order.amountPaisa + 37 };
  for (const near of [earlier, byPaisa]) {
    expect(match({ narration: NAMELESS }, [order, near])).toContain(
      'The statement names no payer, and another order has almost the same amount.',
    );
    expect(match({}, [order, near])).toBe('order');
  }
});

it('does not decide between two credits for one order', () => {
  const matches = matchRows([row, { ...row, id: 2 }], [order]);
  expect(matches.map(({ certain }) => certain)).toEqual([null, null]);
  expect(matches[0]?.candidates[0]?.doubts).toEqual(['Several payments have the amount of this order.']);
});

it.each([
  ['paid', { status: 'paid' }, 'The order is already paid.'],
  ['canceled', { status: 'canceled' }, 'The customer canceled the order.'],
  ['of a deleted account', { userId: null }, 'The customer deleted the account.'],
  ['whose confirmation was reverted', { isReverted: true }, 'A confirmation of this order was reverted.'],
] as const)('is doubtful for an order that is %s', (_, changes, doubt) => {
  expect(match({}, [{ ...order, ...changes }])).toContain(doubt);
});

it.each([
  ['Mr. Muhammad Ali Raza', 'FROM MOHD ALI RAZA'],
  ['Haji Abdul Rehman Sahib', 'FROM ABDUL REHMAN'],
  ['محمد بلال', 'FROM MUHAMMAD BILAL'],
  ['جناب ڈاکٹر سلمان صاحب', 'FROM SALMAN'],
  ['Syed Hassan Abbas', 'FROM SYED HASSAN ABBA'],
])('finds the name %s in %s', (name, narration) => {
  expect(comparePayerName(listPayerWords(name), listNameWords(narration))).toBe('match');
});

it.each(['Meezan Bank', 'Raast Transfer', 'Mr', 'M', '', '***', '۔'])(
  'finds the name %j in no narration of another payer',
  (name) => {
    const words = listNameWords('Raast Transfer from MR ZUBAIR QURESHI Meezan Bank');
    expect(comparePayerName(listPayerWords(name), words)).toBe('other');
  },
);

it('recognizes codes as banks print them, and rejects those with a wrong check symbol', () => {
  expect(findOrderCodes('tz 7k4m2q-m paid')).toEqual([CODE]);
  expect(findOrderCodes('IBFT-7K4M2QM')).toEqual([CODE]);
  expect(findOrderCodes('7K4M2QN 7K4M2MQ 7K4M2Q')).toEqual([]);
  expect(findOrderCodes(makeOrderCode())).toHaveLength(1);
});

it('gives each order an amount of its own that is not round, until none is left', () => {
  const taken = new Set<number>();
  for (let amount = pickOrderAmount(100_000, taken, (max) => max - 1); amount !== null; ) {
    expect(amount).toBeLessThan(100_000);
    expect(amount % 1_000).not.toBe(0);
    expect(taken.has(amount)).toBe(false);
    // Whole rupees are used first.
    expect(amount % 100 === 0).toBe(taken.size < 45);
    taken.add(amount);
    amount = pickOrderAmount(100_000, taken, (max) => max - 1);
  }
  expect(taken.size).toBe(5_000 - 5);
});
