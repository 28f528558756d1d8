import { describe, expect, it } from 'vitest';
import { evaluateSignal } from './evaluate-signal.ts';
import type { EvaluatedAdjustment, EvaluatedBar, EvaluatedSignal, Evaluation } from './evaluation.ts';

/** A buy at Rs. 100, stop 95, targets 110 and 120: 1 R is Rs. 5. Monday 2 November 2026 is the first day. */
const BUY: EvaluatedSignal = {
  side: 'buy',
  entry: 100_00,
  stop: 95_00,
  targets: [110_00, 120_00],
  firstDate: '2026-11-02',
  isPublishedInSession: false,
  lastEntryDate: '2026-11-04',
  timeLimit: { date: '2026-11-30', reason: 'time' },
  closedOn: null,
  stopMoves: [],
};
/** The mirror image: a sell at Rs. 100, stop 105, targets 90 and 80. */
const SELL: EvaluatedSignal = { ...BUY, side: 'sell', stop: 105_00, targets: [90_00, 80_00] };

/** Prices in rupees: open, high, low, close. The first bar is of the day before, the second of the first day. */
type Prices = [open: number, high: number, low: number, close: number];
const DATES = ['2026-10-30', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06'];

const toBar = ([open, high, low, close]: Prices, index: number): EvaluatedBar => ({
  date: DATES[index] ?? '',
  open: open * 100,
  high: high * 100,
  low: low * 100,
  close: close * 100,
  previousClose: null,
  volume: 1000,
});

const toBars = (prices: Prices[], orient = (each: Prices) => each) =>
  prices.map((each, index) => toBar(orient(each), index));
const mirror = ([open, high, low, close]: Prices): Prices => [200 - open, 200 - low, 200 - high, 200 - close];

function evaluate(
  signal: EvaluatedSignal,
  bars: EvaluatedBar[],
  { adjustments = [], pricesUntil = bars.at(-1)?.date ?? DATES[0] ?? '' }: Options = {},
): Evaluation {
  return evaluateSignal(signal, bars, adjustments, { pricesUntil });
}
interface Options {
  adjustments?: EvaluatedAdjustment[];
  pricesUntil?: string;
}

/** The fill and the exits in rupees: `100 → 2×110 target`. */
function summarize({ fill, exits, state, reason, rMultiple }: Evaluation): string {
  const trades = exits.map(({ parts, price, reason: why }) => `${parts}×${price / 100} ${why}`);
  return [
    fill ? fill.price / 100 : '–',
    ...trades,
    [state, reason, rMultiple].filter(Boolean).join(' '),
  ].join(', ');
}

/** Above the entry, so that it is a limit order; at 99 it would be a stop order. */
const LIMIT: Prices = [104, 105, 103, 104];
const STOP: Prices = [97, 99, 96, 98];
/** Fills a limit order at 100. */
const FILL: Prices = [102, 103, 99, 101];

const TABLE: [name: string, prices: Prices[], expected: string][] = [
  ['waits while a limit order is not reached', [LIMIT, [104, 105, 100.01, 104]], '–, pending'],
  ['fills a limit order whose price is reached exactly', [LIMIT, [104, 105, 100, 104]], '100, open'],
  ['fills a limit order at the open after a gap in its favor', [LIMIT, [98, 101, 97, 100]], '98, open'],
  ['waits while a stop order is not reached', [STOP, [97, 99.99, 96, 98]], '–, pending'],
  ['fills a stop order at its price', [STOP, [98, 101, 97, 100]], '100, open'],
  ['fills a stop order at the open after a gap against it', [STOP, [103, 104, 102, 103]], '103, open'],
  [
    'treats a close at the entry price as above it',
    [
      [100, 100, 100, 100],
      [98, 99, 97, 98],
    ],
    '98, open',
  ],

  ['hits the stop on the entry bar', [LIMIT, [102, 103, 95, 96]], '100, 2×95 stop, closed stop -1.0000'],
  ['hits no target on the entry bar', [LIMIT, [102, 121, 99, 119]], '100, open'],
  [
    'hits the stop first on an entry bar that reaches both',
    [LIMIT, [102, 121, 94, 119]],
    '100, 2×95 stop, closed stop -1.0000',
  ],
  [
    'exits at the low if the entry is filled beyond the stop',
    [LIMIT, [94, 98, 93, 97]],
    '94, 2×93 stop, closed stop -0.2000',
  ],
  [
    'loses more than 1 R on a stop order that is filled after a gap',
    [STOP, [103, 104, 95, 96]],
    '103, 2×95 stop, closed stop -1.6000',
  ],

  ['hits the stop exactly', [LIMIT, FILL, [101, 102, 95, 96]], '100, 2×95 stop, closed stop -1.0000'],
  ['stays open a paisa above the stop', [LIMIT, FILL, [101, 102, 95.01, 96]], '100, open'],
  [
    'exits at the open after a gap through the stop',
    [LIMIT, FILL, [91, 97, 90, 96]],
    '100, 2×91 stop, closed stop -1.8000',
  ],
  ['exits at an open at the stop', [LIMIT, FILL, [95, 97, 94, 96]], '100, 2×95 stop, closed stop -1.0000'],
  [
    'hits the first target and keeps the rest',
    [LIMIT, FILL, [104, 110, 103, 109]],
    '100, 1×110 target, open',
  ],
  [
    'hits both targets in one bar',
    [LIMIT, FILL, [104, 121, 103, 118]],
    '100, 1×110 target, 1×120 target, closed target 3.0000',
  ],
  [
    'exits at the open after a gap through a target',
    [LIMIT, FILL, [113, 114, 108, 109]],
    '100, 1×113 target, open',
  ],
  [
    'exits at the open after a gap through all targets',
    [LIMIT, FILL, [123, 125, 122, 124]],
    '100, 1×123 target, 1×123 target, closed target 4.6000',
  ],
  [
    'hits the stop before a target within a bar',
    [LIMIT, FILL, [104, 112, 94, 111]],
    '100, 2×95 stop, closed stop -1.0000',
  ],
  [
    'hits a target at the open before the stop',
    [LIMIT, FILL, [112, 113, 94, 96]],
    '100, 1×112 target, 1×95 stop, closed stop 0.7000',
  ],
  [
    'adds the parts: one at the target, one at the stop',
    [LIMIT, FILL, [104, 111, 103, 109], [109, 110, 94, 95]],
    '100, 1×110 target, 1×95 stop, closed stop 0.5000',
  ],
  [
    'expires after the validity',
    [LIMIT, [104, 105, 101, 104], [104, 105, 101, 104], [104, 105, 101, 104], [104, 105, 90, 91]],
    '–, expired validity',
  ],
  [
    'never uses the bar before the first day',
    [
      [104, 121, 90, 104],
      [104, 105, 101, 104],
    ],
    '–, pending',
  ],
];

describe.each([
  ['buy', BUY, (prices: Prices) => prices],
  ['sell', SELL, mirror],
] as const)('a %s signal', (side, signal, orient) => {
  const toExpected = (text: string) =>
    side === 'buy'
      ? text
      : text.replace(
          /(^|, |×)(\d+(?:\.\d+)?)(?=[ ,]|$)/g,
          (_, before, price) => `${before}${Number((200 - Number(price)).toFixed(2))}`,
        );
  it.each(TABLE)('%s', (_, prices, expected) => {
    expect(summarize(evaluate(signal, toBars(prices, orient)))).toBe(toExpected(expected));
  });

  it('is closed by its administrator at the close of that day, after stop and targets', () => {
    const closed = { ...signal, closedOn: '2026-11-03' };
    const follow = (prices: Prices) => summarize(evaluate(closed, toBars([LIMIT, FILL, prices], orient)));
    expect(follow([101, 104, 100, 103])).toBe(toExpected('100, 2×103 manual, closed manual 0.6000'));
    expect(follow([101, 111, 100, 103])).toBe(
      toExpected('100, 1×110 target, 1×103 manual, closed manual 1.3000'),
    );
    expect(follow([101, 111, 95, 103])).toBe(toExpected('100, 2×95 stop, closed stop -1.0000'));
    const pending = evaluate(closed, toBars([LIMIT, LIMIT, LIMIT], orient));
    expect(pending).toMatchObject({ state: 'canceled', reason: 'closed' });
  });

  it('ends at the time limit, or at the close of the session', () => {
    const bars = toBars([LIMIT, FILL, [101, 104, 100, 103]], orient);
    const limited = { ...signal, timeLimit: { date: '2026-11-03', reason: 'time' as const } };
    expect(evaluate(limited, bars)).toMatchObject({ reason: 'time', rMultiple: '0.6000' });
    const intraday = {
      ...signal,
      lastEntryDate: '2026-11-02',
      timeLimit: { date: '2026-11-02', reason: 'session_end' as const },
    };
    expect(evaluate(intraday, bars)).toMatchObject({ reason: 'session_end', rMultiple: '0.2000' });
  });

  it('follows a moved stop from the day on which it applies, and ignores a move away from profit', () => {
    const orientPrice = (price: number) => (side === 'buy' ? price : 200_00 - price);
    const moved = (appliesFrom: string, stop: number) => ({
      ...signal,
      stopMoves: [{ appliesFrom, stop: orientPrice(stop) }],
    });
    const bars = toBars([LIMIT, FILL, [101, 104, 97, 103], [103, 104, 97, 98]], orient);
    expect(evaluate(moved('2026-11-04', 98_00), bars)).toMatchObject({
      reason: 'stop',
      rMultiple: '-0.4000',
    });
    expect(evaluate(moved('2026-11-04', 100_00), bars)).toMatchObject({
      reason: 'breakeven',
      rMultiple: '0.0000',
    });
    expect(evaluate(moved('2026-11-04', 94_00), bars).steps).toContainEqual(
      expect.objectContaining({ code: 'stop_move_ignored' }),
    );
    expect(evaluate(moved('2026-11-02', 100_00), bars)).toMatchObject({
      state: 'canceled',
      reason: 'stop_moved',
    });
  });

  describe('published in session', () => {
    const inSession = { ...signal, isPublishedInSession: true };
    const intraday: EvaluatedSignal = {
      ...inSession,
      lastEntryDate: '2026-11-02',
      timeLimit: { date: '2026-11-02', reason: 'session_end' },
    };
    it.each<[string, Prices[], swing: string, intraday: string]>([
      ['waits without the entry price', [LIMIT, [104, 105, 101, 104]], '–, pending', '–, expired validity'],
      [
        'assumes the stop',
        [LIMIT, [102, 121, 94, 119]],
        '100, 2×95 stop, closed stop -1.0000',
        '100, 2×95 stop, closed stop -1.0000',
      ],
      [
        'fills at the entry price, not at the open',
        [LIMIT, [97, 121, 96, 98]],
        '100, open',
        '100, 2×98 session_end, closed session_end -0.4000',
      ],
      [
        'proves no gain with a close above a limit order',
        [LIMIT, [102, 121, 99, 119]],
        '–, pending',
        '–, expired unproven',
      ],
      ['fills a stop order at the close', [STOP, [98, 121, 97, 104]], '104, open', '–, expired unproven'],
    ])('%s', (_, prices, swing, sameDay) => {
      const bars = toBars(prices, orient);
      expect(summarize(evaluate(inSession, bars))).toBe(toExpected(swing));
      expect(summarize(evaluate(intraday, bars))).toBe(toExpected(sameDay));
    });
  });

  it.each([
    ['close-only', { open: null, high: null, low: null }],
    ['untraded', { volume: 0 }],
  ])('ignores levels on a bar that is %s', (_, change) => {
    const bars = toBars([LIMIT, FILL, [101, 121, 94, 96]], orient);
    const last = { ...bars.at(-1), ...change } as EvaluatedBar;
    expect(evaluate(signal, [...bars.slice(0, 2), last])).toMatchObject({ state: 'open', targetsHit: 0 });
    expect(evaluate(signal, [bars[0] as EvaluatedBar, { ...last, date: '2026-11-02' }])).toMatchObject({
      state: 'pending',
    });
  });

  it('exits at the first close with trades', () => {
    const bars = toBars([LIMIT, FILL, [101, 102, 99, 101], [101, 102, 100, 102]], orient);
    const untraded = { ...(bars[2] as EvaluatedBar), volume: 0 };
    const closed = { ...signal, closedOn: '2026-11-03' };
    const { exits } = evaluate(closed, [...bars.slice(0, 2), untraded, ...bars.slice(3)]);
    expect(exits).toMatchObject([{ date: '2026-11-04', reason: 'manual' }]);
  });
});

describe('a limit-locked bar', () => {
  const locked = (rupees: number, previousClose: number | null, date = '2026-11-03'): EvaluatedBar => ({
    ...toBar([rupees, rupees, rupees, rupees], 0),
    date,
    previousClose: previousClose === null ? null : previousClose * 100,
  });
  const filled = toBars([LIMIT, FILL]);
  const follow = (bar: EvaluatedBar) => evaluate(BUY, [...filled, bar]).state;

  it.each([
    ['HBL on 27 January 2026 at its lower limit', 308.52, 342.8, 'open'],
    ['a paisa above the lower limit', 308.53, 342.8, 'closed'],
    ['HBL-JAN, rounded half up', 311.45, 346.05, 'open'],
    ['a price below Rs. 10, by one rupee', 4, 5, 'open'],
    ['a price below Rs. 10 within one rupee', 4.01, 5, 'closed'],
  ])('is recognized for %s', (_, price, previousClose, state) => {
    const signal = { ...BUY, entry: 400_00, stop: 395_00, targets: [500_00] };
    const bars = toBars([
      [401, 402, 400.5, 401],
      [401, 402, 399, 401],
    ]);
    expect(evaluate(signal, [...bars, locked(price, previousClose)]).state).toBe(state);
  });

  it('delays the stop to the next bar, which may open lower', () => {
    const bars = [...filled, locked(90.9, 101), { ...toBar([85, 86, 84, 85], 3) }];
    expect(summarize(evaluate(BUY, bars))).toBe('100, 2×85 stop, closed stop -3.0000');
  });

  it('is assumed without a previous close, and is 7.5 % before 22 July 2024', () => {
    expect(evaluate(BUY, [{ ...locked(100, null), date: '2026-11-02' }]).state).toBe('pending');
    const early = { ...BUY, firstDate: '2024-07-18', lastEntryDate: '2024-07-30' };
    const bar = (date: string) => locked(92.5, 100, date);
    const reference = { ...toBar(LIMIT, 0), date: '2024-07-17' };
    expect(evaluate(early, [reference, bar('2024-07-19')]).state).toBe('pending');
    expect(evaluate(early, [reference, bar('2024-07-22')]).state).toBe('closed');
  });

  it('does not include a flat bar within the limits', () => {
    expect(follow(locked(95, 101))).toBe('closed');
  });
});

describe('adjustments', () => {
  const bonus = { exDate: '2026-11-03', factor: '0.800000000000' };

  it('scale all levels on the ex-date, so that the ex-price hits no stop', () => {
    const bars = toBars([LIMIT, FILL, [81, 82, 77, 80], [80, 88, 79, 87], [87, 96, 86, 95]]);
    const evaluation = evaluate(BUY, bars, { adjustments: [bonus] });
    expect(summarize(evaluation)).toBe('100, 1×88 target, 1×96 target, closed target 3.0000');
    expect(evaluation.steps).toContainEqual({
      code: 'adjusted',
      date: '2026-11-03',
      factor: '0.800000000000',
      entry: 80_00,
      stop: 76_00,
      targets: [88_00, 96_00],
    });
  });

  it('scale a pending entry, and compare a moved stop in the new prices', () => {
    const bars = toBars([LIMIT, LIMIT, [82, 83, 79, 81], [81, 82, 78, 79]]);
    const signal = { ...BUY, stopMoves: [{ appliesFrom: '2026-11-04', stop: 78_00 }] };
    expect(summarize(evaluate(signal, bars, { adjustments: [bonus] }))).toBe(
      '80, 2×78 stop, closed stop -0.5000',
    );
  });

  it('apply to the reference close only on the first day', () => {
    const onFirstDay = { ...bonus, exDate: '2026-11-02' };
    const evaluation = evaluate(BUY, toBars([LIMIT, [99, 101, 98, 100]]), { adjustments: [onFirstDay] });
    expect(evaluation).toMatchObject({ referenceClose: 83_20, orderKind: 'stop', fill: { price: 100_00 } });
  });

  it('round to paisa: a third of Rs. 100 is 33.33', () => {
    const third = { exDate: '2026-11-03', factor: '0.333333333333' };
    const bars = toBars([LIMIT, FILL, [33, 34, 31.67, 32]]);
    expect(evaluate(BUY, bars, { adjustments: [third] }).exits).toMatchObject([{ price: 31_67 }]);
  });
});

describe('without prices', () => {
  it('is pending until prices of other symbols pass the validity, then expired', () => {
    expect(evaluate(BUY, [], { pricesUntil: '2026-11-03' })).toMatchObject({
      state: 'pending',
      orderKind: 'touch',
    });
    expect(evaluate(BUY, [], { pricesUntil: '2026-11-04' })).toMatchObject({
      state: 'expired',
      reason: 'no_prices',
    });
  });

  it('fills a touch only within the range, at the entry price', () => {
    const only = (prices: Prices) => evaluate(BUY, [{ ...toBar(prices, 1) }]).fill?.price ?? null;
    expect(only([98, 101, 97, 100])).toBe(100_00);
    expect(only([97, 99, 96, 98])).toBeNull();
  });
});

it('explains every bar', () => {
  const bars = toBars([LIMIT, LIMIT, FILL, [101, 103, 98, 102], [102, 111, 101, 109], [108, 112, 94, 96]]);
  const signal = { ...BUY, stopMoves: [{ appliesFrom: '2026-11-06', stop: 99_00 }] };
  const { steps, barsHeld } = evaluate(signal, bars);
  expect(steps.map(({ code, date }) => [date, code])).toEqual([
    ['2026-11-02', 'published'],
    ['2026-11-02', 'waited'],
    ['2026-11-03', 'filled'],
    ['2026-11-04', 'held'],
    ['2026-11-05', 'target_hit'],
    ['2026-11-06', 'stop_moved'],
    ['2026-11-06', 'stop_hit'],
  ]);
  expect(barsHeld).toBe(3);
});
