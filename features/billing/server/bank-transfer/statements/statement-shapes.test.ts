import { expect, it } from 'vitest';
import { DAY, HOUR } from '#core/server/platform/clock.ts';
import type { MatchOrder } from '#features/billing/server/bank-transfer/rules/match-rows.ts';
import { matchRows } from '#features/billing/server/bank-transfer/rules/match-rows.ts';
import { pickOrderAmount } from '#features/billing/server/bank-transfer/rules/order-amounts.ts';
import { makeOrderCode } from '#features/billing/server/bank-transfer/rules/order-codes.ts';
import { recognizeLayout } from '#features/imports/server/parsing.ts';
import { SHAPES, type Shape } from '#tests/support/billing/statements/make-statements.ts';
import { createRandom } from '#tests/support/billing/transfer-model.ts';
import { parseAmount, type StatementRecord, statementLayouts } from './statement-layouts.ts';

const NAMES: [ofOrder: string, printed: string][] = [
  ['Ayesha Khan', 'AYESHA KHAN'],
  ['Mr. Muhammad Ali Raza', 'MOHAMMAD ALI RAZA'],
  ['محمد بلال', 'MUHAMMAD BILAL'],
  ['Dr Sana Siddiqui', 'SANA SIDDIQUI'],
  ['Haji Abdul Rehman', 'ABDUL REHMAN'],
  ['Fatima Noor', 'FATIMA NOOR'],
  ['Syed Hassan Abbas', 'SYED HASSAN ABBA'],
];
const PAYMENTS = 60;
const PRICE = 500_000;
const START = Date.parse('2027-01-04T04:00:00Z');

/** Prints payments of orders, and those of strangers. */
function makeStatement(shape: Shape, columns: string[], seed: number) {
  const random = createRandom(seed);
  const taken = new Set<number>();
  const orders: MatchOrder[] = [];
  const lines: string[] = [];
  /** The order of each line; `null` for a stranger. */
  const truth: (string | null)[] = [];
  for (let number = 1; number <= PAYMENTS; number += 1) {
    const amountPaisa = pickOrderAmount(PRICE, taken, random) ?? 0;
    taken.add(amountPaisa);
    const [payerName, printed] = NAMES[random(NAMES.length)] ?? ['', ''];
    const createdAt = new Date(START + random(48) * HOUR);
    const order: MatchOrder = {
      id: `order ${number}`,
      code: makeOrderCode(random),
      amountPaisa,
      pricePaisa: PRICE,
      payerName,
      status: 'open',
      createdAt,
      expiresAt: new Date(createdAt.getTime() + 3 * DAY),
      userId: `customer ${number}`,
      isReverted: false,
    };
    orders.push(order);
    const paidAt = new Date(createdAt.getTime() + HOUR + random(50) * HOUR + 5 * HOUR).toISOString();
    const payment = {
      date: paidAt.slice(0, 10),
      time: paidAt.slice(11, 16),
      rupees: (amountPaisa / 100).toFixed(2),
      name: printed,
      code: order.code,
      number,
    };
    lines.push(shape.print(payment).join(','));
    truth.push(order.id);
    if (number % 6 === 0) {
      // A stranger pays any amount, a round one, or that of the order.
      const rupees = number % 36 === 18 ? payment.rupees : number % 12 === 0 ? '9150.00' : '4950.00';
      const stranger = { ...payment, name: 'ZUBAIR QURESHI', code: '', rupees, number: number + 500 };
      lines.push(shape.print(stranger).join(','));
      truth.push(null);
    }
  }
  const content = [...(shape.preamble ?? []), columns.join(','), ...lines].join('\n');
  return { content, orders, truth };
}

for (const shape of SHAPES) {
  for (const [which, columns] of [
    ['its own', shape.columns],
    ['renamed', shape.renamed],
  ] as const) {
    it(`matches payments in the statement of ${shape.bank} with ${which} columns`, () => {
      const { content, orders, truth } = makeStatement(shape, columns, columns.join().length);
      const file = recognizeLayout<StatementRecord>(content, 'bank-statement', statementLayouts);
      const parsed = [...file.rows({ holidays: new Set() as never })].flat();
      const rows = parsed.map((row, id) => {
        if (!('record' in row)) throw new Error(`line ${row.line}: ${JSON.stringify(row)}`);
        return { id, ...row.record.values };
      });
      expect(rows).toHaveLength(truth.length);
      const matches = matchRows(rows, orders);
      const certain = matches.filter((match) => match.certain !== null);
      expect(certain.filter(({ rowId, certain: found }) => truth[rowId] !== found?.orderId)).toEqual([]);
      expect(certain.length / PAYMENTS).toBeGreaterThanOrEqual(0.95);
    });
  }
}

it.each([
  ['1,234.56', 123_456],
  ['PKR 1.234,56', 123_456],
  ['+ Rs 500', 50_000],
  ['1,234.00Cr', 123_400],
  ['1,00,000.00', 10_000_000],
  ['PKR 55.000.00', 5_500_000],
])('reads the amount %s', (text, paisa) => {
  expect(parseAmount(text)).toMatchObject({ paisa, isDebit: false });
});

it.each(['-500.00', '(500.00)', '500.00Dr', '500-'])('reads %s as a debit', (text) => {
  expect(parseAmount(text)?.isDebit).toBe(true);
});

it.each(['', 'abc', '1.2.3', '=1+1'])('rejects the amount %j', (text) => {
  expect(parseAmount(text)).toBeNull();
});
