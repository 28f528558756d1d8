import { describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { toCanonicalQuery } from '#features/signals/web/psx/type-tabs.tsx';
import {
  getSignalsUrl,
  NO_FILTERS,
  readFilters,
  type SignalFilters,
  signalList,
  toSignalsQuery,
} from './filters.ts';

describe('readFilters', () => {
  it.each<[string, Partial<SignalFilters>]>([
    ['', {}],
    ['order_type=sell', { order_type: 'sell' }],
    ['order_type=Sell', {}],
    ['order_type=toString', {}],
    ['risk_type=high&risk_type=low', { risk_type: 'high' }],
    ['risk_type=extreme', {}],
    ['shariah_type=Non-Compliant', { shariah_type: 'Non-Compliant' }],
    ['shariah_type=compliant', {}],
    ['sector=Oil+%26+Gas+Marketing+Companies', { sector: 'Oil & Gas Marketing Companies' }],
    [`sector=${'X'.repeat(81)}`, {}],
    ['symbol=+luck%00', { symbol: ['LUCK'] }],
    ['symbol=luck,hbl&symbol=LUCK', { symbol: ['LUCK', 'HBL'] }],
    [`symbol=${'X'.repeat(21)}`, {}],
    ['ordering=-created_at', { ordering: '-created_at' }],
    ['ordering=created_at', {}],
    ['view=table', { view: 'table' }],
    ['view=cards', {}],
    ['page=7&utm_source=x', {}],
  ])('reads %j', (query, filters) => {
    expect(readFilters(new URLSearchParams(query))).toEqual({ ...NO_FILTERS, ...filters });
  });
});

describe('toCanonicalQuery', () => {
  it.each([
    [paths.psxSignals, 'signal_type=intraday&order_type=&ordering=open_first&page=3', 'signal_type=intraday'],
    [paths.psxSignals, 'symbol=luck&signal_type=swing', 'signal_type=swing&symbol=LUCK'],
    [paths.psxSignals, 'signal_type=forex&risk_type=low', 'risk_type=low'],
    [paths.intradaySignals, 'signal_type=swing&view=table', 'view=table'],
  ])('%s?%s becomes %s', (path, query, canonical) => {
    const result = toCanonicalQuery(new URLSearchParams(query), path);
    expect(Object.fromEntries(result)).toEqual(Object.fromEntries(new URLSearchParams(canonical)));
  });
});

const SOME: SignalFilters = { ...NO_FILTERS, order_type: 'buy', symbol: ['LUCK'], view: 'table' };

it('counts the filters, but not the view', () => {
  expect(signalList.countActive(NO_FILTERS)).toBe(0);
  expect(signalList.countActive(SOME)).toBe(2);
  expect(signalList.countActive({ ...NO_FILTERS, ordering: 'symbol' })).toBe(1);
});

it('keeps the path of the page in the URL of the filtered list', () => {
  expect(getSignalsUrl(paths.psxSignals, 'swing', SOME)).toBe(
    '/signals/psx-signals?signal_type=swing&order_type=buy&symbol=LUCK&view=table',
  );
  expect(getSignalsUrl(paths.intradaySignals, 'intraday', SOME)).toBe(
    '/signals/intraday?order_type=buy&symbol=LUCK&view=table',
  );
  expect(getSignalsUrl(paths.intradaySignals, 'intraday', NO_FILTERS)).toBe('/signals/intraday');
});

it('sends only the chosen filters to the API', () => {
  expect(toSignalsQuery('intraday', SOME)).toEqual({
    signal_type: 'intraday',
    order_type: 'buy',
    symbol: ['LUCK'],
    ordering: 'open_first',
  });
});
