import { toKarachiDate } from '#core/contract/dates.ts';
import type { TransferOrder } from '#features/billing/contract/bank-transfers.ts';

/** Writes the statement that the demo has no bank for: payments of the orders, in the layout of a bank, a debit and a credit for none of them. */
export function writeSampleStatement(orders: readonly TransferOrder[], now: Date): string {
  const date = toKarachiDate(now);
  const rows = orders.map(({ payer_name, amount }, index) => [
    `Raast P2P Fund transfer - from ${payer_name.replaceAll('"', '').toUpperCase()} RAAST PY0110 MBM${now.getTime() + index}`,
    '',
    amount,
  ]);
  const others = [
    ['Account maintenance fee', '150.00', ''],
    [`Money Received from SADIA NOOR A/C 0021 STAN (${now.getTime() % 1_000_000})`, '', '777.00'],
  ];
  return [
    'Booking Date,Description,Debit,Credit',
    ...[...rows, ...others].map(([text, debit, credit]) => `${date},"${text}",${debit},${credit}`),
    '',
  ].join('\r\n');
}
