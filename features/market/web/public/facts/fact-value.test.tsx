import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { CompanyFacts } from '#features/market/contract/facts.ts';
import { formatLarge } from './change.tsx';
import { FactValue } from './fact-value.tsx';

it.each([
  [523.4, '523'],
  [900_000, '900K'],
  [999_600, '1.00M'],
  [12_500_000, '12.5M'],
  [999_600_000, '1.00B'],
])('formats %d as %s', (amount, expected) => {
  expect(formatLarge(amount)).toBe(expected);
});

it.each([
  ['crossed_sma_200', 200, 'Needs 201 trading days, has 200'],
  ['crossed_sma_200', 201, 'None'],
  ['macd_crossed', 34, 'Needs 35 trading days, has 34'],
  ['high_52w', 30, 'Needs 52 weeks, has 30 trading days'],
  ['next_ex_date', 30, 'None'],
] as const)('says why %s of a company with %d bars is missing: %s', (name, bars, reason) => {
  const facts = { bars, [name]: null } as Partial<CompanyFacts> as CompanyFacts;
  expect(renderToStaticMarkup(<FactValue facts={facts} name={name} />)).toContain(`>${reason}<`);
});
