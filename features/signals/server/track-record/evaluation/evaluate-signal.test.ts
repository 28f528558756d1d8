import { describe, expect, it } from 'vitest';
import { addDays } from '#core/contract/dates.ts';
import {
  BUY,
  evaluate,
  FILL,
  LIMIT,
  mirror,
  type Prices,
  SELL,
  STOP,
  summarize,
  toBar,
  toBars,
  toPrint,
} from '#tests/support/evaluation/hand-made-bars.ts';
import type { EvaluatedBar, EvaluatedSignal, Evaluation } from './evaluation.ts';

const TABLE: [name: string, prices: Prices[], expected: string][] = [
  ['waits while a limit order is not reached', [LIMIT, [104, 105, 100.01, 104]], '–, pending'],
  [
    'does not rely on the fill of a limit order that is only touched',
    [LIMIT, [104, 105, 100, 104]],
    '–, pending',
  ],
  [
    'counts a limit order that may have been filled at a touch if it loses',
    [LIMIT, [104, 105, 100, 104], [94, 96, 93, 95]],
    '100, 2×94 stop, closed stop -1.2000',
  ],
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
  ['hits no target on the entry bar that may have come first', [LIMIT, [102, 121, 99, 101]], '100, open'],
  [
    'hits the targets on the entry bar that its close is beyond',
    [LIMIT, [102, 121, 99, 119]],
    '100, 1×110 target, open',
  ],
  [
    'hits the targets of a bar at whose open the entry is filled',
    [LIMIT, [99, 121, 98, 101]],
    '99, 1×110 target, 1×120 target, closed target 3.2000',
  ],
  [
    'hits the targets of a bar in which a stop order is filled on the way up',
    [STOP, [98, 121, 97, 104]],
    '100, 1×110 target, 1×120 target, closed target 3.0000',
  ],
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
    [LIMIT, FILL, [104, 110.01, 103, 109]],
    '100, 1×110 target, open',
  ],
  ['does not rely on a target that is only touched', [LIMIT, FILL, [104, 110, 103, 109]], '100, open'],
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

  it('misses its entry if the first target is traded before it, and stays pending', () => {
    const missed = evaluate(signal, toBars([LIMIT, [105, 111, 104, 110]], orient));
    expect(missed).toMatchObject({ state: 'pending', reason: 'entry_missed' });
    const filled = evaluate(signal, toBars([LIMIT, [105, 111, 104, 106], FILL], orient));
    expect(filled).toMatchObject({ state: 'open', reason: null });
  });

  it('a signal is closed by its administrator at the close of that day, after stop and targets', () => {
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
    const day = (prices: Prices[]) => evaluate(intraday, toBars(prices, orient));

    it.each<[string, Prices[], string]>([
      [
        'is measured if no price of the day reaches the entry',
        [LIMIT, [104, 105, 101, 104]],
        '–, expired validity',
      ],
      ['is measured if all paths have the same result', [LIMIT, [98, 98, 98, 98]], '–, expired validity'],
      [
        'is not measurable if the entry may have come earlier',
        [LIMIT, [104, 105, 99, 104]],
        '–, not_measurable',
      ],
      [
        'is not measurable if the stop may have come earlier',
        [LIMIT, [102, 121, 94, 119]],
        '–, not_measurable',
      ],
      [
        'has the kind of order of the price at which a path starts, not that of the day before',
        [LIMIT, [97, 98, 96, 97]],
        '–, expired validity',
      ],
    ])('%s', (_, prices, expected) => {
      expect(summarize(day(prices))).toBe(toExpected(expected));
    });

    it('a signal published in session has the bounds over all paths from any price of the day to its close', () => {
      const getBounds = ({ bounds: { worst, best } }: Evaluation) => [worst.rMultiple, best.rMultiple];
      // Stopped out after the entry; filled at the entry price and held until the close.
      expect(getBounds(day([LIMIT, [102, 109, 94, 108]]))).toEqual(['-1.0000', '1.6000']);
      // Without an entry nothing is earned.
      expect(getBounds(day([STOP, [98, 101, 97, 100.5]]))).toEqual(['0.0000', '0.1000']);
    });

    it('a signal published in session is measured by a later day if the paths have led to the same position', () => {
      const prices: Prices[] = [
        LIMIT,
        [104, 105, 100, 104],
        [103, 104, 98, 99],
        [99, 111, 98, 109],
        [108, 109, 94, 95],
      ];
      const first = evaluate(inSession, toBars(prices.slice(0, 2), orient));
      expect(first).toMatchObject({ state: 'pending', isMeasurable: false });
      expect(summarize(evaluate(inSession, toBars(prices, orient)))).toBe(
        toExpected('100, 1×110 target, 1×95 stop, closed stop 0.5000'),
      );
    });

    it('a signal published in session is measured by intraday prices after the publication', () => {
      const seconds = (time: string) => Date.parse(`2026-11-02T${time}Z`) / 1000;
      const print = (time: string, price: number) => ({
        at: seconds(time),
        ...toPrint(Math.round((side === 'buy' ? price : 200 - price) * 100)),
      });
      const bars = toBars([LIMIT, [102, 121, 94, 104]], orient);
      const published = { ...intraday, publishedAt: seconds('06:00:00') };
      const follow = (prints: ReturnType<typeof print>[]) =>
        summarize(
          evaluate(published, [bars[0] as EvaluatedBar, { ...(bars[1] as EvaluatedBar), intraday: prints }]),
        );
      const before = [print('04:32:00', 102), print('05:00:00', 94), print('05:59:59', 101)];
      expect(
        follow([...before, print('06:01:00', 100.5), print('07:00:00', 99), print('08:00:00', 121)]),
      ).toBe(toExpected('100, 1×110 target, 1×120 target, closed target 3.0000'));
      expect(follow([...before, print('07:00:00', 121), print('08:00:00', 104)])).toBe('–, expired validity');
      expect(
        follow([...before, print('07:00:00', 99), print('08:00:00', 93.5), print('08:01:00', 121)]),
      ).toBe(
        // They lack the low of the day, which was 94.
        '–, not_measurable',
      );
      // The kind of the order is that of the price before: at 99, a stop order.
      const below = [...before.slice(0, 2), print('05:59:59', 99)];
      expect(follow([...below, print('06:01:00', 99.5), print('08:00:00', 121)])).toBe(
        toExpected('121, 1×110 target, 1×120 target, closed target -1.2000'),
      );
      // It is not known if a price in the minute of the publication, which may be from after it, gives another kind.
      published.publishedAt = seconds('05:59:30');
      expect(follow([...before, print('07:00:00', 121), print('08:00:00', 104)])).toBe('–, not_measurable');
    });

    it('a price in the minute of the publication may be from before or after it', () => {
      const seconds = (time: string) => Date.parse(`2026-11-02T${time}Z`) / 1000;
      const print = (time: string, price: number) => ({
        at: seconds(time),
        ...toPrint(Math.round((side === 'buy' ? price : 200 - price) * 100)),
      });
      const [before, bar] = toBars([LIMIT, [102, 105, 94, 104]], orient) as [EvaluatedBar, EvaluatedBar];
      const prints = [
        print('05:00:00', 102),
        print('06:00:00', 105),
        print('06:00:20', 94),
        print('06:00:40', 103),
        print('07:00:00', 104),
      ];
      const follow = (time: string) =>
        evaluate({ ...intraday, publishedAt: seconds(time) }, [before, { ...bar, intraday: prints }]);
      // Stopped out at 94 if it was published before, and never filled if after.
      for (const time of ['06:00:00', '06:00:30', '06:00:59'])
        expect(follow(time)).toMatchObject({
          state: 'not_measurable',
          bounds: { worst: { rMultiple: '-1.2000' }, best: { rMultiple: '0.2000' } },
        });
      expect(summarize(follow('06:01:00'))).toBe('–, expired validity');
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
  ])('a limit-locked bar is recognized for %s', (_, price, previousClose, state) => {
    const signal = { ...BUY, entry: 400_00, stop: 395_00, targets: [500_00] };
    const bars = toBars([
      [401, 402, 400.5, 401],
      [401, 402, 399, 401],
    ]);
    expect(evaluate(signal, [...bars, locked(price, previousClose)]).state).toBe(state);
  });

  it('delays the stop to the next bar, which may open lower', () => {
    const bars = [...filled, locked(90.9, 101), { ...toBar([85, 86, 84, 85], 3), previousClose: 90_90 }];
    expect(summarize(evaluate(BUY, bars))).toBe('100, 2×85 stop, closed stop -3.0000');
  });

  it('a limit-locked bar is assumed without a previous close, and is 7.5 % before 22 July 2024', () => {
    expect(evaluate(BUY, [{ ...locked(100, null), date: '2026-11-02' }]).state).toBe('pending');
    const early = { ...BUY, firstDate: '2024-07-18', lastEntryDate: '2024-07-30' };
    const bar = (date: string) => locked(92.5, 100, date);
    const reference = { ...toBar([104, 105, 99, 100], 0), date: '2024-07-17' };
    expect(evaluate(early, [reference, bar('2024-07-19')]).state).toBe('pending');
    expect(evaluate(early, [reference, bar('2024-07-22')]).state).toBe('closed');
  });

  it('does not include a flat bar within the limits', () => {
    expect(follow(locked(95, 101))).toBe('closed');
  });
});

describe('the plan of a buy published the evening before', () => {
  const plan = (entry: number, stop: number, targets: number[]): EvaluatedSignal => ({
    ...BUY,
    entry: Math.round(entry * 100),
    stop: Math.round(stop * 100),
    targets: targets.map((target) => Math.round(target * 100)),
    lastEntryDate: '2026-11-02',
    timeLimit: { date: '2026-11-02', reason: 'session_end' },
  });
  const flat = (price: number): Prices => [price, price, price, price];

  it('earns 1.67 R if the entry is filled at the open and all targets are reached', () => {
    const signal = plan(152.4, 149.1, [155, 157.8, 161.2]);
    const evaluation = evaluate(signal, toBars([flat(152.1), [152.5, 162, 151.9, 161.5]]));
    expect(evaluation).toMatchObject({ rMultiple: '1.6667', fill: { price: 152_50 }, targetsHit: 3 });
    expect(evaluation.bounds.best.rMultiple).toBe('1.6667');
  });

  it('earns 1.51 R if the entry is filled on the way up and two targets are reached', () => {
    const signal = plan(448, 441.5, [454, 459.5, 466]);
    const evaluation = evaluate(signal, toBars([flat(447.1), [447.1, 460, 446, 459.9]]));
    expect(evaluation).toMatchObject({ rMultiple: '1.5077', fill: { price: 448_00 }, targetsHit: 2 });
    expect(evaluation.exits.at(-1)).toMatchObject({ price: 459_90, reason: 'session_end' });
    expect(evaluation.bounds.best.rMultiple).toBe('1.5077');
  });
});

describe('a symbol that is no longer traded', () => {
  const open: Prices[] = [LIMIT, FILL, [101, 102, 99, 98]];
  const last = '2026-11-03';
  const later = (date: string, volume: number | null, previousClose: number): EvaluatedBar => ({
    ...toBar([97, 98, 96, 97], 0),
    date,
    volume,
    previousClose: previousClose * 100,
  });

  it('ends open positions after 20 trading days, at the worse of the stop loss and the last close', () => {
    const signal = { ...BUY, timeLimit: { date: '2027-06-01', reason: 'time' as const } };
    expect(evaluate(signal, toBars(open), { pricesUntil: '2026-11-22' }).state).toBe('open');
    expect(evaluate(signal, toBars(open), { pricesUntil: '2026-11-23' })).toMatchObject({
      state: 'closed',
      reason: 'trading_ended',
      endedOn: addDays(last, 20),
      exits: [{ date: addDays(last, 20), price: 95_00, reason: 'trading_ended' }],
    });
    const moved = { ...signal, stopMoves: [{ appliesFrom: '2026-11-05', stop: 99_00 }] };
    expect(evaluate(moved, toBars(open), { pricesUntil: '2026-11-23' }).exits).toMatchObject([
      { price: 98_00 },
    ]);
  });

  it('a symbol that is no longer traded is one without trades, not one without bars', () => {
    const signal = { ...BUY, timeLimit: { date: '2027-06-01', reason: 'time' as const } };
    const follow = (volume: number) =>
      evaluate(signal, [
        ...toBars(open),
        later('2026-11-20', volume, 98),
        later('2026-12-03', 1000, volume === 0 ? 98 : 97),
      ]).state;
    expect(follow(0)).toBe('closed');
    expect(follow(1000)).toBe('open');
  });

  it('the close of an untraded bar is no last close: not of the end of trading, of the mark or of the reference', () => {
    const signal = { ...BUY, timeLimit: { date: '2027-06-01', reason: 'time' as const } };
    const untraded = later('2026-11-04', 0, 98);
    const ended = evaluate(
      { ...signal, stopMoves: [{ appliesFrom: '2026-11-04', stop: 99_00 }] },
      [...toBars(open), untraded],
      { pricesUntil: '2026-11-24' },
    );
    expect(ended.exits).toMatchObject([{ date: '2026-11-23', price: 98_00, reason: 'trading_ended' }]);
    expect(evaluate(signal, [...toBars(open), untraded]).mark).toMatchObject({ date: last, price: 98_00 });
    const before = [
      { ...toBar(LIMIT, 0), date: '2026-10-29' },
      { ...toBar(STOP, 0), volume: 0 },
    ];
    expect(evaluate(BUY, [...before, toBar(FILL, 1)])).toMatchObject({
      orderKind: 'limit',
      referenceClose: 104_00,
    });
  });
});

describe('a missing bar', () => {
  /** Without the bar of 3 November. */
  const withGap = (previousClose: number | null, ...more: EvaluatedBar[]): EvaluatedBar[] => [
    toBar(LIMIT, 0),
    toBar(FILL, 1),
    { ...toBar([102, 111, 101, 109], 3), previousClose },
    ...more,
  ];

  it('is a day without trades if the next previous close is the last close, to within a paisa', () => {
    for (const previousClose of [101_00, 101_01, 100_99])
      expect(evaluate(BUY, withGap(previousClose))).toMatchObject({
        state: 'open',
        targetsHit: 1,
        reason: null,
      });
    expect(evaluate(BUY, withGap(101_02))).toMatchObject({
      state: 'open',
      reason: 'prices_missing',
      targetsHit: 0,
      mark: { date: '2026-11-02' },
    });
    expect(evaluate(BUY, withGap(101_02)).steps.at(-1)).toEqual({
      code: 'prices_missing',
      date: '2026-11-03',
      last_close: 101_00,
      previous_close: 101_02,
    });
  });

  it('is never confirmed by time if the previous close shows that it is missing', () => {
    const later = { ...toBar([109, 112, 108, 110], 4), date: '2026-12-31', previousClose: 109_00 };
    expect(evaluate(BUY, withGap(95_00, later))).toMatchObject({ state: 'open', reason: 'prices_missing' });
  });

  it('the previous close is compared after bonuses, with or without the cash dividends in between', () => {
    const bonus = { exDate: '2026-11-03', factor: '0.800000000000' };
    const dividend = { exDate: '2026-11-03', factor: '1', dividend: '250' };
    const follow = (previousClose: number) =>
      evaluate({ ...BUY, targets: [200_00] }, withGap(previousClose), { adjustments: [bonus, dividend] })
        .reason;
    // 80 % of 101, and of 98.50.
    expect([80_80, 78_80, 101_00, 98_50].map(follow)).toEqual([
      null,
      null,
      'prices_missing',
      'prices_missing',
    ]);
  });

  it('is confirmed by a cash dividend only if that was stored before the first day without a bar', () => {
    const follow = (exDate: string, recordedOn: string) => {
      const dividend = { exDate, factor: '1', dividend: '500', recordedOn };
      return evaluate(BUY, withGap(96_00), { adjustments: [dividend] });
    };
    const evaluation = follow('2026-11-04', '2026-11-02');
    expect(evaluation).toMatchObject({ reason: null, targetsHit: 1 });
    // Of a buy too.
    const step = { date: '2026-11-04', amount: '500', recorded_on: '2026-11-02' };
    expect(evaluation.steps).toContainEqual({ code: 'dividend_subtracted', ...step });
    for (const exDate of ['2026-11-03', '2026-11-04'])
      expect(follow(exDate, '2026-11-03')).toMatchObject({ reason: 'prices_missing', targetsHit: 0 });
    const unneeded = { exDate: '2026-11-04', factor: '1', dividend: '500', recordedOn: '2026-11-02' };
    const { steps } = evaluate(BUY, withGap(101_00), { adjustments: [unneeded] });
    expect(steps.map(({ code }) => code)).not.toContain('dividend_subtracted');
  });

  it('without previous closes, it is confirmed 20 trading days after the next bar', () => {
    const follow = (pricesUntil: string) => evaluate(BUY, withGap(null), { pricesUntil });
    expect(follow('2026-11-23')).toMatchObject({ reason: 'prices_missing' });
    expect(follow('2026-11-24')).toMatchObject({ targetsHit: 1, waitedUntil: '2026-11-24' });
  });

  it('is not confirmed by leaving out the previous close as well, where the source gives it', () => {
    const [first, ...others] = withGap(null);
    const bars = [{ ...(first as EvaluatedBar), previousClose: 103_00 }, ...others];
    expect(evaluate(BUY, bars, { pricesUntil: '2027-03-01' })).toMatchObject({ reason: 'prices_missing' });
  });

  it('keeps a pending entry from expiring, until 20 trading days have no bar', () => {
    const bars = toBars([LIMIT, LIMIT]);
    // The validity ends on 4 November.
    const follow = (pricesUntil: string) => evaluate(BUY, bars, { pricesUntil });
    expect(follow('2026-11-21')).toMatchObject({ state: 'pending', reason: null });
    expect(follow('2026-11-22')).toMatchObject({
      state: 'expired',
      reason: 'validity',
      endedOn: '2026-11-04',
      waitedUntil: '2026-11-22',
    });
    const next = { ...toBar(LIMIT, 5), previousClose: 104_00 };
    expect(evaluate(BUY, [...bars, next])).toMatchObject({ state: 'expired', endedOn: '2026-11-04' });
    expect(evaluate(BUY, [...bars, { ...next, previousClose: 90_00 }])).toMatchObject({
      state: 'pending',
      reason: 'prices_missing',
    });
  });

  it('ends no pending entry after 20 trading days if the next previous close is another one', () => {
    const follow = (prices: Prices, previousClose: number) =>
      summarize(
        evaluate(BUY, [
          ...toBars([LIMIT, prices]),
          { ...toBar(LIMIT, 5), date: '2026-12-01', previousClose },
        ]),
      );
    expect(follow(LIMIT, 104_00)).toBe('–, expired validity');
    expect(follow(LIMIT, 90_00)).toBe('–, pending prices_missing');
    // A position ends at the worse of the stop loss and the last close, whatever is missing.
    expect(follow(FILL, 90_00)).toBe('100, 2×95 trading_ended, closed trading_ended -1.0000');
  });

  it('does not keep a stop that has moved to the entry from canceling it, unless that may be later', () => {
    const bars = [...toBars([LIMIT, LIMIT]), { ...toBar(LIMIT, 3), previousClose: 90_00 }];
    const follow = (appliesFrom: string) =>
      summarize(evaluate({ ...BUY, stopMoves: [{ appliesFrom, stop: 100_00 }] }, bars));
    expect(follow('2026-11-03')).toBe('–, canceled stop_moved');
    expect(follow('2026-11-04')).toBe('–, pending prices_missing');
  });

  it('of the first day lets a stop that has moved to the entry by then cancel it, and then waits for nothing', () => {
    const stopMoves = [{ appliesFrom: '2026-11-02', stop: 100_00 }];
    const canceled = { state: 'canceled', reason: 'stop_moved', endedOn: '2026-11-02', waitedUntil: null };
    const late = { ...toBar(LIMIT, 3), date: '2026-12-15' };
    for (const bar of [late, { ...toBar(LIMIT, 3), previousClose: 90_00 }])
      expect(evaluate({ ...BUY, stopMoves }, [bar])).toMatchObject(canceled);
  });

  it('after the last day of a pending entry changes nothing', () => {
    const bars = [...toBars([LIMIT, LIMIT, LIMIT, LIMIT]), { ...toBar(LIMIT, 5), previousClose: 90_00 }];
    expect(evaluate(BUY, bars)).toMatchObject({
      state: 'expired',
      reason: 'validity',
      endedOn: '2026-11-04',
    });
  });
});

describe('a bar that decides nothing', () => {
  /** In place of that of 3 November, at which the stop loss was hit, and which closed at 96. */
  const flat = (price: number, change: Partial<EvaluatedBar> = {}): EvaluatedBar => ({
    ...toBar([price, price, price, price], 2),
    ...change,
  });
  const CLOSE_ONLY = { open: null, high: null, low: null };
  const FORMS: [name: string, bar: EvaluatedBar, lastClose: number][] = [
    ['untraded', flat(101, { volume: 0, previousClose: 101_00 }), 101_00],
    ['untraded, with the next previous close as its close', flat(96, { volume: 0 }), 101_00],
    ['close-only', flat(100, CLOSE_ONLY), 100_00],
    ['limit-locked', flat(111.1, { previousClose: 101_00 }), 111_10],
  ];
  const next = (previousClose: number | null, index = 3) => ({
    ...toBar([97, 98, 96.5, 97], index),
    previousClose,
  });
  const follow = (bars: EvaluatedBar[], options = {}) =>
    evaluate(BUY, [toBar(LIMIT, 0), toBar(FILL, 1), ...bars], options);

  it.each(FORMS)('is not confirmed by another next previous close: %s', (_, bar, lastClose) => {
    const evaluation = follow([bar, next(96_00)]);
    expect(evaluation).toMatchObject({
      state: 'open',
      reason: 'prices_missing',
      mark: { date: '2026-11-02', price: 101_00 },
      barsHeld: 0,
    });
    expect(evaluation.steps.at(-1)).toEqual({
      code: 'prices_missing',
      date: '2026-11-03',
      last_close: lastClose,
      previous_close: 96_00,
    });
  });

  it.each(FORMS)(
    'is confirmed by the last close as the next previous close, to within a paisa: %s',
    (...form) => {
      const [, bar, lastClose] = form;
      for (const previousClose of [lastClose - 1, lastClose, lastClose + 1])
        expect(follow([bar, next(previousClose)])).toMatchObject({
          state: 'open',
          reason: null,
          mark: { date: '2026-11-04' },
        });
      expect(follow([bar, next(lastClose + 2)]).reason).toBe('prices_missing');
    },
  );

  it('is confirmed after bonuses, with or without the cash dividends of the next day', () => {
    const bonus = { exDate: '2026-11-04', factor: '0.800000000000' };
    const dividend = { exDate: '2026-11-04', factor: '1', dividend: '250' };
    const reasons = [80_80, 78_80, 101_00].map(
      (previousClose) =>
        follow([flat(101, { volume: 0 }), next(previousClose)], { adjustments: [bonus, dividend] }).reason,
    );
    expect(reasons).toEqual(['target', 'target', 'prices_missing']);
  });

  it('is confirmed by a cash dividend only if that was stored before its day', () => {
    const reasons = ['2026-11-02', '2026-11-03', '2026-11-04'].map((recordedOn) => {
      const dividend = { exDate: '2026-11-04', factor: '1', dividend: '500', recordedOn };
      return follow([flat(101, { volume: 0 }), next(96_00)], { adjustments: [dividend] }).reason;
    });
    expect(reasons).toEqual([null, 'prices_missing', 'prices_missing']);
  });

  it('is not confirmed by leaving out the next previous close, where the source gives it', () => {
    expect(follow([flat(101, { volume: 0 }), next(null)]).reason).toBeNull();
    expect(follow([flat(101, { volume: 0, previousClose: 101_00 }), next(null)]).reason).toBe(
      'prices_missing',
    );
  });

  it('confirms no days without a bar before it if it is not confirmed itself', () => {
    const signal = { ...BUY, lastEntryDate: '2026-11-03' };
    const untraded = { ...flat(104, { volume: 0, previousClose: 104_00 }), date: '2026-11-05' };
    const bars = (...more: EvaluatedBar[]) => [...toBars([LIMIT, LIMIT]), untraded, ...more];
    // Before the next bar, and after one that contradicts it.
    expect(evaluate(signal, bars())).toMatchObject({ state: 'pending', reason: null });
    expect(evaluate(signal, bars(next(96_00, 5)))).toMatchObject({
      state: 'pending',
      reason: 'prices_missing',
    });
    expect(evaluate(signal, bars(next(104_00, 5)))).toMatchObject({
      state: 'expired',
      endedOn: '2026-11-03',
      waitedUntil: '2026-11-06',
    });
  });

  it('ends nothing before the next bar, or 20 trading days without one, confirms it', () => {
    const limited = { ...BUY, timeLimit: { date: '2026-11-03', reason: 'time' as const } };
    const bars = [toBar(LIMIT, 0), toBar(FILL, 1), flat(103, CLOSE_ONLY)];
    const shown = { state: 'open', mark: { date: '2026-11-03', price: 103_00 } };
    const time = { reason: 'time', rMultiple: '0.6000', endedOn: '2026-11-03' };
    expect(evaluate(limited, bars, { pricesUntil: '2026-11-22' })).toMatchObject(shown);
    expect(evaluate(limited, bars, { pricesUntil: '2026-11-23' })).toMatchObject({
      ...time,
      waitedUntil: '2026-11-23',
    });
    expect(evaluate(limited, [...bars, next(103_00)])).toMatchObject({ ...time, waitedUntil: '2026-11-04' });
    expect(evaluate(limited, [...bars, next(96_00)])).toMatchObject({
      state: 'open',
      reason: 'prices_missing',
    });
    const pending = { ...BUY, lastEntryDate: '2026-11-03' };
    const untraded = [...toBars([LIMIT, LIMIT]), flat(104, { volume: 0 })];
    expect(evaluate(pending, untraded)).toMatchObject({ state: 'pending', reason: null });
    expect(evaluate(pending, [...untraded, next(104_00)])).toMatchObject({ reason: 'validity' });
  });
});

it('an order without a reference can be of either kind until a close shows it', () => {
  const only = (...prices: Prices[]) =>
    evaluate(
      BUY,
      prices.map((each, index) => toBar(each, index + 1)),
    );
  // As a limit order filled at 97, and as a stop order at 100: the worse result counts.
  expect(only([97, 98, 94, 96])).toMatchObject({
    state: 'pending',
    bounds: { worst: { rMultiple: '-0.4000', fill: { price: 97_00 } }, best: { rMultiple: '0.0000' } },
  });
  expect(summarize(only([97, 121, 96, 119]))).toBe('100, 1×110 target, 1×120 target, closed target 3.0000');
  // Published in session, it waits above its price, so it is a limit order, which the gap fills.
  const bars = toBars([LIMIT, [103, 104, 102, 103], [97, 98, 94, 96]]);
  expect(summarize(evaluate({ ...BUY, isPublishedInSession: true }, bars))).toBe(
    '97, 2×95 stop, closed stop -0.4000',
  );
});

it('a stop move that does not count cancels nothing, even if both levels have become equal', () => {
  // A split makes entry and stop one paisa each. The order is filled at the open, and the stop is moved away from profit.
  const split = { exDate: '2026-11-03', factor: '0.010000000000' };
  const penny: EvaluatedSignal = { ...SELL, entry: 50, stop: 55, targets: [40] };
  const paisa = (prices: number[], index: number) => toBar(prices.map((each) => each / 100) as Prices, index);
  const bars = [paisa([48, 49, 47, 48], 0), paisa([48, 49, 47, 48], 1), paisa([3, 5, 2, 4], 2)];
  const follow = (stopMoves: EvaluatedSignal['stopMoves']) =>
    evaluate({ ...penny, stopMoves }, bars, { adjustments: [split] });
  expect(follow([])).toMatchObject({ state: 'closed', reason: 'stop', rMultiple: '-40.0000' });
  const rejected = follow([{ appliesFrom: '2026-11-03', stop: 2 }]);
  expect(rejected).toMatchObject({ state: 'closed', reason: 'stop', rMultiple: '-40.0000' });
  expect(rejected.steps).toContainEqual(expect.objectContaining({ code: 'stop_move_ignored' }));
});

it('of several paths with one result, that with the earlier fill, the earlier and the lower exits is recorded', () => {
  // The limit may have been filled at the touch of 2 November, or on the next day.
  const evaluation = evaluate(BUY, toBars([LIMIT, [104, 105, 100, 104], [99.5, 100, 94, 96]]));
  expect(evaluation).toMatchObject({ rMultiple: '-1.0000', fill: { date: '2026-11-02' }, barsHeld: 1 });
});

it('names an exit at the entry price breakeven, and one below it a loss', () => {
  const moved = { ...BUY, stopMoves: [{ appliesFrom: '2026-11-04', stop: 100_00 }] };
  const follow = (fill: Prices, last: Prices) =>
    evaluate(moved, toBars([fill === FILL ? LIMIT : STOP, fill, [104, 105, 103, 104], last]));
  expect(follow(FILL, [103, 104, 99, 100])).toMatchObject({ reason: 'breakeven', rMultiple: '0.0000' });
  expect(follow(FILL, [98, 99, 97, 98])).toMatchObject({ reason: 'stop', rMultiple: '-0.4000' });
  // Filled at 102 after a gap.
  expect(follow([102, 104, 101, 103], [103, 104, 99, 100])).toMatchObject({
    reason: 'stop',
    rMultiple: '-0.4000',
  });
});

describe('below one rupee', () => {
  const PENNY: EvaluatedSignal = { ...BUY, entry: 50, stop: 45, targets: [60, 70] };
  const paisa = (...prices: Prices[]) =>
    toBars(prices.map((each) => each.map((price) => price / 100) as Prices));

  it('follows prices by the paisa', () => {
    const evaluation = evaluate(PENNY, paisa([52, 53, 51, 52], [51, 52, 49, 50], [50, 61, 48, 60]));
    expect(evaluation).toMatchObject({ state: 'open', fill: { price: 50 }, exits: [{ price: 60 }] });
    expect(evaluate(PENNY, paisa([52, 53, 51, 52], [51, 52, 50, 51])).state).toBe('pending');
  });

  it('never locks a price at a limit of less than one paisa', () => {
    // Re 1 below 52 paisa is negative: the lower limit is one paisa.
    const locked = paisa([52, 53, 51, 52], [1, 1, 1, 1]);
    expect(evaluate(PENNY, locked).steps.at(-1)).toMatchObject({ code: 'limit_locked' });
    expect(evaluate(PENNY, paisa([52, 53, 51, 52], [2, 2, 2, 2]))).toMatchObject({ fill: { price: 2 } });
  });

  it('scales levels to at least one paisa', () => {
    const split = { exDate: '2026-11-03', factor: '0.010000000000' };
    const evaluation = evaluate(PENNY, paisa([52, 53, 51, 52], [51, 52, 49, 50], [2, 2, 1, 1]), {
      adjustments: [split],
    });
    expect(evaluation.steps).toContainEqual(expect.objectContaining({ entry: 1, stop: 1, targets: [1, 1] }));
    // Two prices of one paisa are 100 paisa each before the split.
    expect(evaluation).toMatchObject({ state: 'closed', rMultiple: '30.0000' });
  });
});

describe('without prices', () => {
  it('a signal without prices is pending until prices of other symbols pass 20 trading days, then expired', () => {
    expect(evaluate(BUY, [], { pricesUntil: '2026-11-20' })).toMatchObject({
      state: 'pending',
      orderKind: 'touch',
    });
    expect(evaluate(BUY, [], { pricesUntil: '2026-11-21' })).toMatchObject({
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
