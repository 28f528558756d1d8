import type { Certainty, DividendClass, TaxRule } from '#features/positions/contract/taxes.ts';

// The rates as they were researched on 28 Nov 2026, for individuals and listed shares. A new rate is a rule with a `from`, and the end of
// the one before.

const NO_CONDITIONS = {
  from: null,
  to: null,
  acquired_from: null,
  acquired_to: null,
  held_more_than: null,
  held_up_to: null,
  dividend_class: null,
  is_on_list: null,
} as const;

const describeList = (isOnList: boolean) => (isOnList ? 'on the active taxpayers’ list' : 'not on the list');
const toSuffix = (isOnList: boolean) => (isOnList ? 'on-list' : 'off-list');

type GainRule = Partial<Omit<TaxRule, 'id' | 'kind' | 'text' | 'source'>> & {
  name: string;
  text: string;
  /** In percent, on the list and not on it. */
  rates: [onList: number, offList: number | [low: number, high: number]];
  certainty: Certainty;
  source?: string;
};

/** One rule for those on the list, and one for others. */
const toGainRules = ({ name, text, rates, source, ...rule }: GainRule): TaxRule[] =>
  [true, false].map((isOnList) => {
    const [low, high] = [rates[isOnList ? 0 : 1]].flat();
    return {
      ...NO_CONDITIONS,
      ...rule,
      id: `gain-${name}-${toSuffix(isOnList)}`,
      kind: 'capital_gain',
      is_on_list: isOnList,
      rate_low: String(low),
      rate_high: String(high ?? low),
      text: `${text}, ${describeList(isOnList)}`,
      source: source ?? 'Income Tax Ordinance, first schedule, as published by brokers and tax advisers',
    };
  });

/** Shares bought from 1 July 2022 to 30 June 2024, by the years that they were held. */
const HELD: [more: number | null, upTo: number | null, rate: number][] = [
  [null, 1, 15],
  [1, 2, 12.5],
  [2, 3, 10],
  [3, 4, 7.5],
  [4, 5, 5],
  [5, 6, 2.5],
  [6, null, 0],
];

const HELD_RULES = HELD.flatMap(([more, upTo, rate]) =>
  toGainRules({
    name: `2022-held-${more ?? 0}-to-${upTo ?? 'more'}`,
    acquired_from: '2022-07-01',
    acquired_to: '2024-06-30',
    held_more_than: more,
    held_up_to: upTo,
    rates: [rate, rate * 2],
    certainty: more === null ? 'reported' : 'certain',
    text: `Bought from July 2022 to June 2024, held for ${
      upTo === null
        ? `more than ${more} years`
        : more === null
          ? 'up to 1 year'
          : `more than ${more} and up to ${upTo} years`
    }`,
  }),
);

const OPEN_SOURCE =
  'One broker’s note on the budget of 2026-27 says double for those not on the list; no enacted text was found';

/** The periods of the dividend rules. Only the rates of tax year 2026 were found; they are assumed for the other periods. */
const DIVIDEND_TIMES = [
  { suffix: '-before-2025', from: null, to: '2025-06-30', isFound: false },
  { suffix: '', from: '2025-07-01', to: '2026-06-30', isFound: true },
  { suffix: '-since-2026', from: '2026-07-01', to: null, isFound: false },
];

/** Takes the rates for customers on the list; the others pay double. */
const toDividendRules = (
  dividendClass: DividendClass,
  [low, high]: [low: number, high: number],
  certainty: Certainty,
  text: string,
): TaxRule[] =>
  DIVIDEND_TIMES.flatMap(({ suffix, from, to, isFound }) =>
    [true, false].map((isOnList) => ({
      ...NO_CONDITIONS,
      ...{ from, to },
      id: `dividend-${dividendClass}${suffix}-${toSuffix(isOnList)}`,
      kind: 'dividend' as const,
      dividend_class: dividendClass,
      is_on_list: isOnList,
      rate_low: String(isOnList ? low : 2 * low),
      rate_high: String(isOnList ? high : 2 * high),
      certainty: isFound ? certainty : 'open',
      text: `Dividends of ${text}, ${describeList(isOnList)}`,
      source: `Withholding rates of tax year 2026${isFound ? '' : '; none were found for this time'}`,
    })),
  );

export const TAX_RULES: readonly TaxRule[] = [
  ...toGainRules({
    name: 'before-2013',
    acquired_to: '2013-06-30',
    rates: [0, 0],
    certainty: 'certain',
    text: 'Bought before July 2013',
  }),
  ...toGainRules({
    name: '2013-to-2022',
    acquired_from: '2013-07-01',
    acquired_to: '2022-06-30',
    rates: [12.5, 25],
    certainty: 'certain',
    text: 'Bought from July 2013 to June 2022',
  }),
  ...HELD_RULES,
  ...toGainRules({
    name: '2024-to-2025',
    acquired_from: '2024-07-01',
    acquired_to: '2025-06-30',
    rates: [15, 30],
    certainty: 'certain',
    text: 'Bought from July 2024 to June 2025',
  }),
  ...toGainRules({
    name: 'since-2025',
    acquired_from: '2025-07-01',
    to: '2026-06-30',
    rates: [15, 15],
    certainty: 'certain',
    text: 'Bought from July 2025 on, sold until June 2026',
  }),
  ...toGainRules({
    name: 'since-2025-sold-since-2026',
    acquired_from: '2025-07-01',
    from: '2026-07-01',
    rates: [15, [15, 30]],
    certainty: 'open',
    text: 'Bought from July 2025 on, sold from July 2026 on',
    source: OPEN_SOURCE,
  }),
  ...toDividendRules('ordinary', [15, 15], 'certain', 'ordinary companies and real estate trusts'),
  ...toDividendRules('power', [7.5, 7.5], 'reported', 'power producers whose tax passes through'),
  ...toDividendRules('untaxed', [25, 25], 'reported', 'companies that pay no tax'),
  ...toDividendRules('fund', [15, 25], 'reported', 'funds, by what they hold'),
  {
    ...NO_CONDITIONS,
    id: 'bonus',
    kind: 'bonus',
    from: '2024-12-01',
    rate_low: '10',
    rate_high: '10',
    certainty: 'certain',
    text: 'Bonus shares, of their value at the close on the first day of the book closure; final',
    source: 'Section 236Z of the Income Tax Ordinance',
  },
];
