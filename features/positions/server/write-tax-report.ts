import { writeCsv } from '#core/contract/text/csv.ts';
import type { TaxReport } from '#features/positions/contract/taxes.ts';

const HEADER = [
  ...['kind', 'symbol', 'acquired_on', 'date', 'shares', 'proceeds', 'cost', 'amount'],
  ...['tax_low', 'tax_high', 'rule', 'explanation'],
];

/** Writes the estimate of a tax year: each gain and income, the sums, and the rules that they name. */
export function writeTaxReport({ capital_gains: gains, dividends, bonus, ...report }: TaxReport): string {
  const toTaxes = (taxes: { tax_low: string | null; tax_high: string | null }) =>
    [taxes.tax_low, taxes.tax_high].map(toNumber);
  const toSum = (
    kind: string,
    amount: string | null,
    taxes: typeof dividends | typeof gains | typeof bonus,
  ) => [kind, ...NONE.slice(0, 6), toNumber(amount), ...toTaxes(taxes), null];
  const gainText = `Tax year ${report.tax_year}. ${gains.entered === null ? 'Estimate' : 'By the clearing company'}. First in, first out. Losses set off: ${gains.set_off}. Carried forward: ${gains.carried_forward}.`;
  const rows = [
    ...report.closings.map((each) => [
      ...['capital gain', each.symbol, each.opened_on, each.closed_on, each.shares],
      ...[each.proceeds, each.cost, each.gain].map(toNumber),
      ...[null, null, each.rule, null],
    ]),
    ...report.income.map((each) => [
      ...[each.kind, each.symbol, null, each.date, each.shares, null, null, toNumber(each.base)],
      ...[...toTaxes(each), each.rule, each.is_entered ? 'Entered' : 'Estimate'],
    ]),
    [...toSum('sum of capital gains', null, gains), gainText],
    [...toSum('sum of dividends', dividends.gross, dividends), 'Estimate'],
    [...toSum('sum of bonus shares', bonus.value, bonus), 'Estimate'],
    ...report.rules.map(({ id, text, source, rate_low, rate_high, certainty }) => {
      const rate = rate_low === rate_high ? rate_low : `${rate_low} to ${rate_high}`;
      return ['rule', ...NONE.slice(0, 9), id, `${text}: ${rate} % (${certainty}). ${source}.`];
    }),
  ];
  return writeCsv(rows, HEADER);
}

const NONE = HEADER.map(() => null);

/** So that spreadsheets calculate with amounts below zero. */
const toNumber = (amount: string | null) => (amount === null ? null : Number(amount));
