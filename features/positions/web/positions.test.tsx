import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { ActionEntry } from '#features/positions/contract/actions.ts';
import type { CostPreset } from '#features/positions/contract/costs.ts';
import type { Holding, Income, Positions, Returns } from '#features/positions/contract/positions.ts';
import type { TaxReport } from '#features/positions/contract/taxes.ts';
import { describeEffect } from './actions.tsx';
import { sumByMonth } from './closed-and-income.tsx';
import { formatAmount, formatPercent, Gain, ungroup } from './figures.tsx';
import { HoldingTables, sumBySector } from './holdings.tsx';
import { describeLevel } from './public/levels.tsx';
import { estimateCosts, parseTradeLine } from './public/trade-form.tsx';
import { ReturnTable, ValueChart } from './returns.tsx';
import { formatRange, Report } from './taxes.tsx';
import { listChanges } from './trades.tsx';

const TODAY = '2026-11-30';

/** Renders to HTML without comments, which separate texts. */
const render = (element: ReactElement) =>
  renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>).replaceAll(/<!--.*?-->/g, '');

describe('figures', () => {
  it.each([
    ['0.00', '0.00'],
    ['999.50', '999.50'],
    ['1234567.50', '1,234,567.50'],
    ['-1234.05', '−1,234.05'],
    ['812.1875', '812.1875'],
  ])('groups the digits of %s', (amount, text) => {
    expect(formatAmount(amount)).toBe(text);
  });

  it.each([
    ['0.125000', '+12.50%'],
    ['-0.053038', '−5.30%'],
    ['-0.000010', '0.00%'],
  ])('formats the fraction %s as %s', (fraction, text) => {
    expect(formatPercent(fraction)).toBe(text);
  });

  it.each([
    ['1,234.50', '1234.50'],
    ['12,34,567', '1234567'],
    [' 812.5 ', '812.5'],
    // The comma may separate decimals.
    ['520,52', '520,52'],
  ])('reads the typed number %j as %s', (text, number) => {
    expect(ungroup(text)).toBe(number);
  });

  it('shows gains and losses by sign and arrow, and what is not known as a dash', () => {
    expect(render(<Gain amount="1250.00" fraction="0.1" />)).toMatch(/text-gain.*▲ .*\+1,250\.00.*\+10\.00%/);
    expect(render(<Gain amount="-1.05" unit="R" />)).toMatch(/text-loss.*▼ .*−1\.05 R/);
    expect(render(<Gain amount="0.00" />)).not.toMatch(/▲|▼|text-/);
    expect(render(<Gain amount={null} />)).toContain('–');
  });
});

describe('a trade in one line', () => {
  const trade = { kind: 'trade', symbol: 'LUCK', shares: 100, price: '812.50', costs: null };
  it.each([
    ['B 100 LUCK 812.50 2026-11-20', { ...trade, side: 'buy', date: '2026-11-20' }],
    ['buy 100 luck @ 812.50', { ...trade, side: 'buy', date: TODAY }],
    [
      'S 1,000 LUCK 1,812.50 yesterday',
      { ...trade, side: 'sell', shares: 1000, price: '1812.50', date: '2026-11-29' },
    ],
    ['sell 100 786 812.50 120.25', { ...trade, side: 'sell', symbol: '786', date: TODAY, costs: '120.25' }],
    ['B 100 LUCK 812.50 2026-11-20 0', { ...trade, side: 'buy', date: '2026-11-20', costs: '0' }],
  ])('reads %j', (line, expected) => {
    expect(parseTradeLine(line, TODAY)).toEqual(expected);
  });

  it.each(['', 'LUCK 100', 'B LUCK 100 812.50', 'B 10.5 LUCK 812.50', 'hold 100 LUCK 812.50'])(
    'rejects %j',
    (line) => {
      expect(parseTradeLine(line, TODAY)).toBeNull();
    },
  );

  it('leaves a price to the server whose comma may separate decimals', () => {
    expect(parseTradeLine('B 100 LUCK 812,50', TODAY)?.price).toBe('812,50');
  });
});

describe('the estimate of costs', () => {
  const preset: CostPreset = {
    id: 1,
    name: 'Standard',
    valid_from: '2019-10-01',
    valid_to: null,
    commission_per_share: '0.03',
    commission_percent: '0.15',
    commission_minimum: '0',
    sales_tax_percent: '15',
    depository_per_share: '0.005',
    levies_percent: '0',
    note: '',
  };
  const trade = { kind: 'trade' as const, date: '2026-11-20', shares: 100, price: '812.50' };

  it('is by the preset that the customer has chosen, else by the first one', () => {
    const presets = [preset, { ...preset, id: 2, name: 'Discount', commission_percent: '0.05' }];
    expect(estimateCosts({ presets, cost_preset_id: null }, trade)).toEqual({
      costs: '140.66',
      name: 'Standard',
    });
    expect(estimateCosts({ presets, cost_preset_id: 2 }, trade)).toEqual({
      costs: '47.22',
      name: 'Discount',
    });
  });

  it.each([
    ['a transfer', { kind: 'transfer' as const }],
    ['a date before the preset', { date: '2019-09-30' }],
    ['a price that is not complete', { price: '812.' }],
    ['shares that are no number', { shares: 'ten' as unknown as number }],
  ])('does not exist for %s', (_, change) => {
    expect(estimateCosts({ presets: [preset], cost_preset_id: null }, { ...trade, ...change })).toBeNull();
  });
});

const HOLDING: Holding = {
  symbol: 'LUCK',
  name: 'Lucky Cement Limited',
  sector: 'Cement',
  shares: 100,
  cost: '81390.67',
  average_cost: '813.91',
  close: '900.00',
  close_date: '2026-11-27',
  is_close_adjusted: false,
  value: '90000.00',
  unrealized: '8609.33',
  unrealized_fraction: '0.105778',
  day_change: '-250.00',
  share_of_value: '1.000000',
  next_ex_date: '2026-12-16',
  next_meeting: null,
  status_note: null,
  lots: [{ date: '2026-11-20', shares: 100, cost: '81390.67', signal_id: null }],
};
const POSITIONS: Positions = {
  as_of: TODAY,
  holdings: [HOLDING],
  closed: [],
  income: [],
  expected_income: [],
  totals: {
    cost: '81390.67',
    value: '90000.00',
    unrealized: '8609.33',
    realized: '0.00',
    income_gross: '0.00',
    day_change: '-250.00',
    cash_in_lieu: '0.00',
  },
  unpriced: [],
  excess_sales: 0,
};

describe('holdings', () => {
  it('name the method, the date of each close and what is ahead', () => {
    const html = render(<HoldingTables positions={POSITIONS} />);
    expect(html).toContain('average cost is that of the open lots (first in, first out)');
    expect(html).toMatch(/Unrealized gain.*first in, first out/);
    expect(html).toContain('27 Nov 2026');
    expect(html).toContain('Next ex-date 16 Dec 2026');
    expect(html).not.toContain('days old');
  });

  it('say that a close is old, and which ones are missing', () => {
    const old = { ...HOLDING, close_date: '2026-11-02', status_note: 'Suspended' };
    const unpriced = {
      ...HOLDING,
      symbol: 'MARI',
      close: null,
      close_date: null,
      value: null,
      unrealized: null,
    };
    const positions = { ...POSITIONS, holdings: [old, unpriced], unpriced: ['MARI'], excess_sales: 2 };
    const html = render(<HoldingTables positions={positions} />);
    expect(html).toContain('28 days old');
    expect(html).toContain('Suspended');
    expect(html).toContain('No price');
    expect(html).toContain('without MARI');
    expect(html).toContain('2 of your sales sell more shares than you held');
  });

  it('add up by sector, the largest first', () => {
    expect(
      sumBySector([
        { sector: null, value: '0.10' },
        { sector: 'Banks', value: '0.50' },
        { sector: null, value: '0.20' },
        { sector: 'Cement', value: null },
      ]),
    ).toEqual([
      { sector: 'Banks', value: '0.50', part: 0.625 },
      { sector: 'No sector', value: '0.30', part: 0.375 },
    ]);
  });
});

it('adds up dividends by the month of their receipt, else of their ex-date', () => {
  const income = (ex_date: string, received_on: string | null, net: string | null): Income => ({
    key: ex_date,
    symbol: 'LUCK',
    ex_date,
    shares: 100,
    gross: '100.10',
    withholding: null,
    net,
    received_on,
    is_estimated: true,
    rule: null,
  });
  expect(
    sumByMonth(
      [
        income('2026-08-18', '2026-09-04', '85.09'),
        income('2026-09-02', null, '85.09'),
        income('2026-10-01', null, null),
      ],
      [income('2026-10-09', null, null)],
    ),
  ).toEqual([
    { month: '2026-10', gross: '100.10', net: null, expected: '100.10' },
    { month: '2026-09', gross: '200.20', net: '170.18', expected: '0.00' },
  ]);
});

const ENTRY: ActionEntry = {
  key: 'closure:7:bonus:0',
  symbol: 'LUCK',
  kind: 'bonus',
  state: 'applied',
  ex_date: '2026-08-18',
  is_ex_date_estimated: false,
  description: '10 % bonus',
  shares_before: 1005,
  shares_change: 100,
  fraction: '0.5',
  cash_in_lieu: '406.25',
  is_cash_estimated: true,
  gross: null,
  right: null,
  successor: null,
  correction: null,
  is_own: false,
  possible_duplicate: null,
  earlier: [],
};

it.each<[string, Partial<ActionEntry>, string]>([
  ['a bonus', {}, '1,005 shares held; +100 shares; 0.5 of a share in cash for Rs. 406.25 (estimate)'],
  [
    'a right',
    { shares_change: 0, fraction: null, right: { price: '25.00', shares: 201 } },
    '1,005 shares held; 201 shares offered at Rs. 25.00',
  ],
  [
    'a dividend',
    { shares_change: 0, fraction: null, gross: '18090.00' },
    '1,005 shares held; Rs. 18,090.00 before tax',
  ],
  [
    'a merger',
    { shares_change: -905, fraction: null, successor: 'DGKC' },
    '1,005 shares held; −905 shares; continues as DGKC',
  ],
])('describes the effect of %s', (_, change, text) => {
  expect(describeEffect({ ...ENTRY, ...change })).toBe(text);
});

it('lists what a change of a trade changed, and nothing of a deletion', () => {
  const before = { price: '812.50', note: null, shares: 100 };
  expect(listChanges({ before, after: { ...before, price: '815.00', note: 'Average' } })).toEqual([
    'price: 812.50 → 815.00',
    'note: none → Average',
  ]);
  expect(listChanges({ before, after: null })).toEqual([]);
});

it('describes levels', () => {
  expect(describeLevel({ kind: 'above', value: '900.00' })).toBe('Close above Rs. 900.00');
  expect(describeLevel({ kind: 'change', value: '5.00' })).toBe('Change of more than 5.00 % in a day');
});

describe('returns', () => {
  const result = {
    xirr: '0.210000',
    xirr_problem: null,
    time_weighted: null,
    time_weighted_problem: 'no_prices' as const,
  };
  const returns: Returns = {
    ...result,
    without_dividends: { ...result, xirr: null, xirr_problem: 'several_roots' },
    period: 'all',
    from: '2025-12-31',
    until: '2026-11-27',
    index: { code: 'KSE100', change: '0.150000' },
    indices: [{ code: 'KSE100', change: '0.150000' }],
    unpriced: ['MARI'],
    periods: [],
  };

  it('say why one is not known', () => {
    const html = render(<ReturnTable returns={returns} />);
    expect(html).toContain('+21.00%');
    expect(html).toContain('Several yearly rates solve these payments');
    expect(html).toContain('A price is missing on a day');
    expect(html).toContain('KSE100 over the same days');
    expect(html).toContain('needed: MARI.');
  });

  it('are drawn with a gap where the value is not known', () => {
    const points = [
      { date: '2026-11-06', value: '100.00', put_in: '100.00' },
      { date: '2026-11-13', value: null, put_in: '100.00' },
      { date: '2026-11-20', value: '50.00', put_in: '100.00' },
      { date: '2026-11-27', value: '100.00', put_in: '100.00' },
    ];
    const html = render(<ValueChart points={points} />);
    expect(html).toContain('d="M0.0 0.0M400.0 100.0L600.0 0.0"');
    expect(html).toContain('d="M0.0 0.0L200.0 0.0L400.0 0.0L600.0 0.0"');
    expect(html).toContain('On 27 Nov 2026 the value is Rs. 100.00, and Rs. 100.00 were put in.');
  });
});

describe('taxes', () => {
  const NO_TAX = { tax_low: '0.00', tax_high: '0.00' };
  const REPORT: TaxReport = {
    tax_year: '2026-27',
    tax_years: ['2026-27'],
    is_on_list: false,
    capital_gains: {
      lines: [],
      set_off: '0.00',
      carried_forward: '0.00',
      tax_low: '1500.00',
      tax_high: '3000.00',
      entered: null,
    },
    dividends: { gross: '0.00', ...NO_TAX },
    bonus: { value: '0.00', ...NO_TAX },
    closings: [],
    income: [],
    rules: [],
  };

  it('are a range where the rule is not established', () => {
    expect(formatRange('1500.00', '3000.00')).toBe('1,500.00 to 3,000.00');
    expect(formatRange('1500.00', '1500.00')).toBe('1,500.00');
    expect(formatRange('1500.00', null)).toBe('not known');
  });

  it('say that they are an estimate, unless the clearing company’s figure was entered', () => {
    const html = render(<Report report={REPORT} />);
    expect(html).toContain('Estimate of taxes, tax year 2026-27');
    expect(html).toContain('who is not on the active taxpayers’ list');
    expect(html).toMatch(/1,500\.00 to 3,000\.00<\/span><span[^>]*>estimate</);
    const entered = { ...REPORT, capital_gains: { ...REPORT.capital_gains, entered: '1812.00' } };
    expect(render(<Report report={entered} />)).toMatch(/1,812\.00<\/span><span[^>]*>entered</);
  });
});
