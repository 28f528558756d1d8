import { describe, expect, it } from 'vitest';
import type { Levels } from '#features/signals/contract/levels/levels.ts';
import { toPaisa, toPrice } from '#features/signals/contract/levels/price.ts';
import type { StateKind } from '#features/signals/contract/signal-state.ts';
import { judgeEntry } from './entry-verdict.ts';

type Entry = Parameters<typeof judgeEntry>[0];

const FRIDAY = '2026-11-20';
const MONDAY = '2026-11-23';
const TUESDAY = '2026-11-24';

/** LUCK of the sample signals: 1 R is Rs. 23.00, and a quarter of it Rs. 5.75. */
const LUCK: Levels = {
  order_type: 'buy',
  entry_price: '471.00',
  stop_loss: '448.00',
  target_points: ['495.00', '518.00', '540.00'],
};

interface Case {
  state?: StateKind;
  orderKind?: Entry['orderKind'];
  /** The current stop. */
  stop?: string;
  close?: string | null;
  date?: string;
  lastExDate?: string;
  isTradingStopped?: boolean;
  targets?: string[];
}

const toEntry = ({ state = 'entered', orderKind = 'limit', close = '475.00', ...rest }: Case): Entry => ({
  levels: {
    ...LUCK,
    stop_loss: rest.stop ?? LUCK.stop_loss,
    target_points: rest.targets ?? LUCK.target_points,
  },
  published: LUCK,
  state: { kind: state },
  orderKind,
  firstDay: MONDAY,
  lastClose:
    close === null ? undefined : { close, date: rest.date ?? TUESDAY, lastExDate: rest.lastExDate ?? null },
  isTradingStopped: rest.isTradingStopped ?? false,
});

/** Mirrors prices at the entry price, which makes a sell of a buy. */
const mirror = (price: string) => toPrice(2 * toPaisa(LUCK.entry_price) - toPaisa(price));

function toSell(entry: Entry): Entry {
  const { levels, published, lastClose } = entry;
  return {
    ...entry,
    levels: {
      order_type: 'sell',
      entry_price: levels.entry_price,
      stop_loss: mirror(levels.stop_loss),
      target_points: levels.target_points.map(mirror),
    },
    published: { entry_price: published.entry_price, stop_loss: mirror(published.stop_loss) },
    lastClose: lastClose && { ...lastClose, close: mirror(lastClose.close) },
  };
}

const PENDING = 'waiting' as const;
const AT_ENTRY = ['4.88', '3.00'] as const;
const NONE = [null, null] as const;

/** A name, the case, and the verdict, its reason, the risk in percent and the reward-to-risk ratio of the buy. */
const cases: [string, Case, 'open' | 'run_away' | 'not_open', string, string | null, string | null][] = [
  // Not filled: the order can be placed as published.
  ['a limit order below the close', { state: PENDING, close: '475.00' }, 'open', 'order', ...AT_ENTRY],
  [
    'a limit order far below the close, missed',
    { state: 'entry_missed', close: '530.00' },
    'open',
    'order',
    ...AT_ENTRY,
  ],
  [
    'a stop order above the close',
    { state: PENDING, orderKind: 'stop', close: '466.00' },
    'open',
    'order',
    ...AT_ENTRY,
  ],
  [
    'a stop order at a close past the stop, as it may have been published',
    { state: PENDING, orderKind: 'stop', close: '440.00' },
    'open',
    'order',
    ...AT_ENTRY,
  ],
  [
    'a touch above the close',
    { state: PENDING, orderKind: 'touch', close: '460.00' },
    'open',
    'order',
    ...AT_ENTRY,
  ],
  [
    'a touch below the close',
    { state: PENDING, orderKind: 'touch', close: '480.00' },
    'open',
    'order',
    ...AT_ENTRY,
  ],
  [
    'an entry before its first evaluation',
    { state: PENDING, orderKind: null, close: '480.00' },
    'open',
    'order',
    ...AT_ENTRY,
  ],
  [
    'an order with a stop that has moved up to 465',
    { state: PENDING, stop: '465.00' },
    'open',
    'order',
    '1.27',
    '11.50',
  ],
  [
    'an order without prices',
    { state: PENDING, orderKind: 'touch', close: null },
    'open',
    'order',
    ...AT_ENTRY,
  ],
  [
    'an order at a close before the first session, past the stop',
    { state: PENDING, orderKind: null, close: '440.00', date: FRIDAY },
    'open',
    'order',
    ...AT_ENTRY,
  ],
  [
    'an order at a close before the first session, past the last target',
    { state: PENDING, orderKind: null, close: '545.00', date: FRIDAY },
    'open',
    'order',
    ...AT_ENTRY,
  ],
  ['an order without targets', { state: PENDING, targets: [] }, 'open', 'order', '4.88', null],
  // Not filled, but an order would be filled immediately: a bar without a range fills nothing.
  [
    'a limit order at a close-only bar at the entry',
    { state: PENDING, close: '471.00' },
    'open',
    'near_entry',
    ...AT_ENTRY,
  ],
  [
    'a limit order at a close-only bar below the entry',
    { state: PENDING, close: '460.00' },
    'open',
    'better_price',
    '2.61',
    '6.67',
  ],
  [
    'a limit order at a close-only bar past the stop',
    { state: PENDING, close: '440.00' },
    'not_open',
    'stop_passed',
    ...NONE,
  ],
  [
    'a stop order at a close-only bar far above the entry',
    { state: PENDING, orderKind: 'stop', close: '500.00' },
    'run_away',
    'past_entry',
    '10.40',
    '0.77',
  ],
  [
    'a touch at a close past the stop',
    { state: PENDING, orderKind: 'touch', close: '448.00' },
    'not_open',
    'stop_passed',
    ...NONE,
  ],
  [
    'an order at a close at the last target',
    { state: 'entry_missed', close: '540.00' },
    'not_open',
    'last_target',
    ...NONE,
  ],
  // Filled.
  ['an entry filled at the last close', { close: '471.00' }, 'open', 'near_entry', ...AT_ENTRY],
  [
    'a close a quarter of the risk above the entry',
    { close: '476.75' },
    'open',
    'near_entry',
    '6.03',
    '2.20',
  ],
  ['a close one paisa further', { close: '476.76' }, 'run_away', 'past_entry', '6.03', '2.20'],
  [
    'a close a quarter of the risk below the entry',
    { close: '465.25' },
    'open',
    'near_entry',
    '3.71',
    '4.33',
  ],
  [
    'a close between the quarters next to the entry and to the stop',
    { close: '460.00' },
    'open',
    'better_price',
    '2.61',
    '6.67',
  ],
  [
    'a close one paisa more than a quarter of the risk above the stop',
    { close: '453.76' },
    'open',
    'better_price',
    '1.27',
    '14.97',
  ],
  ['a close a quarter of the risk above the stop', { close: '453.75' }, 'not_open', 'near_stop', ...NONE],
  ['a close at the stop', { close: '448.00' }, 'not_open', 'stop_passed', ...NONE],
  ['a close past the stop', { close: '430.00' }, 'not_open', 'stop_passed', ...NONE],
  [
    'a close one paisa before the last target',
    { state: 'target_hit', close: '539.99' },
    'not_open',
    'last_target',
    ...NONE,
  ],
  [
    'a close with a tenth of the risk left to the last target',
    { close: '475.00', targets: ['477.70'] },
    'open',
    'near_entry',
    '5.68',
    '0.10',
  ],
  [
    'a close with one paisa less than a tenth of the risk left to the last target',
    { close: '475.00', targets: ['477.69'] },
    'not_open',
    'last_target',
    ...NONE,
  ],
  [
    'a close one paisa before a single target next to the entry',
    { close: '471.99', targets: ['472.00'] },
    'not_open',
    'last_target',
    ...NONE,
  ],
  [
    'a close near a single target next to the entry, at a better price',
    { close: '460.00', targets: ['472.00'] },
    'open',
    'better_price',
    '2.61',
    '1.00',
  ],
  [
    'a close at the last target',
    { state: 'target_hit', close: '540.00' },
    'not_open',
    'last_target',
    ...NONE,
  ],
  [
    'a close past the last target',
    { state: 'target_hit', close: '560.00' },
    'not_open',
    'last_target',
    ...NONE,
  ],
  [
    'a position without targets that has run',
    { close: '560.00', targets: [] },
    'run_away',
    'past_entry',
    '20.00',
    null,
  ],
  [
    'LUCK with its stop moved from 448 to 465, at 520.52 after TP2',
    { state: 'target_hit', stop: '465.00', close: '520.52' },
    'run_away',
    'past_entry',
    '10.67',
    '0.35',
  ],
  [
    'a close at the entry, with the stop moved close to it',
    { stop: '465.00', close: '471.00' },
    'open',
    'near_entry',
    '1.27',
    '11.50',
  ],
  [
    'a close below a stop that has moved since',
    { stop: '465.00', close: '464.00' },
    'not_open',
    'stop_passed',
    ...NONE,
  ],
  [
    'a close at the entry, one paisa above a stop that has moved next to it',
    { stop: '470.00', close: '470.01' },
    'not_open',
    'near_stop',
    ...NONE,
  ],
  [
    'a close near the entry, one paisa above a stop that has moved near it',
    { stop: '466.00', close: '466.01' },
    'not_open',
    'near_stop',
    ...NONE,
  ],
  [
    'a close past the entry, a quarter of the risk above a stop that has moved next to it',
    { stop: '470.99', close: '476.74' },
    'not_open',
    'near_stop',
    ...NONE,
  ],
  [
    'a limit order with a stop that has moved next to the entry price',
    { state: PENDING, stop: '470.99', close: '480.00' },
    'not_open',
    'near_stop',
    ...NONE,
  ],
  [
    'an order without prices, with a stop that has moved next to the entry price',
    { state: PENDING, stop: '470.99', close: null },
    'not_open',
    'near_stop',
    ...NONE,
  ],
  [
    'an order with a stop a quarter of the risk from the entry price',
    { state: PENDING, stop: '465.25', close: '480.00' },
    'not_open',
    'near_stop',
    ...NONE,
  ],
  [
    'an order with a stop one paisa further from the entry price',
    { state: PENDING, stop: '465.24', close: '480.00' },
    'open',
    'order',
    '1.22',
    '11.98',
  ],
  ['a stop at the entry price', { stop: '471.00', close: '480.00' }, 'not_open', 'stop_at_entry', ...NONE],
  [
    'a stop past the entry price, before a fill',
    { state: PENDING, stop: '480.00', close: '490.00' },
    'not_open',
    'stop_at_entry',
    ...NONE,
  ],
  ['a filled entry whose prices were reverted', { close: null }, 'not_open', 'no_close', ...NONE],
  ['a filled entry with a close before its first session', { date: FRIDAY }, 'not_open', 'no_close', ...NONE],
  // Whatever the prices are.
  [
    'a split after the publication',
    { close: '475.00', lastExDate: TUESDAY },
    'not_open',
    'not_comparable',
    ...NONE,
  ],
  [
    'a split today, before its first close',
    { state: PENDING, date: MONDAY, lastExDate: TUESDAY },
    'not_open',
    'not_comparable',
    ...NONE,
  ],
  [
    'a split on the first day, whose prices the levels have',
    { lastExDate: MONDAY },
    'open',
    'near_entry',
    '5.68',
    '2.41',
  ],
  ['a suspended share', { isTradingStopped: true }, 'not_open', 'not_traded', ...NONE],
  [
    'an ended signal of a suspended share',
    { state: 'stopped', isTradingStopped: true },
    'not_open',
    'ended',
    ...NONE,
  ],
  ['a signal that awaits prices', { state: 'awaiting_prices' }, 'not_open', 'ended', ...NONE],
  ['a voided signal', { state: 'voided' }, 'not_open', 'ended', ...NONE],
];

describe('the entry verdict', () => {
  it.each(cases)('judges %s', (_, input, verdict, reason, risk_percent, reward_to_risk) => {
    expect(judgeEntry(toEntry(input))).toMatchObject({ verdict, reason, risk_percent, reward_to_risk });
  });

  it.each(cases)('judges %s of a sell as of a buy', (_, input, verdict, reason, risk, ratio) => {
    const judged = judgeEntry(toSell(toEntry(input)));
    // The same distances are other percentages of other prices.
    expect(judged).toMatchObject({ verdict, reason, reward_to_risk: ratio });
    expect(judged.risk_percent === null).toBe(risk === null);
  });

  it('states the close that it rests on with its date', () => {
    expect(judgeEntry(toEntry({ stop: '465.00', close: '520.52', state: 'target_hit' }))).toEqual({
      verdict: 'run_away',
      reason: 'past_entry',
      date: TUESDAY,
      close: '520.52',
      risk_percent: '10.67',
      reward_to_risk: '0.35',
    });
    expect(judgeEntry(toEntry({ state: PENDING, close: null }))).toMatchObject({ date: null, close: null });
  });

  it('states no close from before a split, which is a price of another share', () => {
    const published = toEntry({ state: PENDING, date: FRIDAY, close: '2355.00', lastExDate: MONDAY });
    expect(judgeEntry(published)).toMatchObject({ reason: 'order', date: null, close: null });
    const split = toEntry({ date: MONDAY, lastExDate: TUESDAY });
    expect(judgeEntry(split)).toMatchObject({ reason: 'not_comparable', date: null, close: null });
  });

  it('calculates the risk of a sell from its own price', () => {
    const sell = toSell(toEntry({ stop: '465.00', close: '520.52', state: 'target_hit' }));
    // From 421.48 to the stop at 477.00.
    expect(judgeEntry(sell)).toMatchObject({ verdict: 'run_away', close: '421.48', risk_percent: '13.17' });
  });
});
