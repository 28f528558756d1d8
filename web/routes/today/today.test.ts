import { describe, expect, it } from 'vitest';
import type { Signal } from '#contract/signals/signal.ts';
import { type Attention, getAttention, orderByAttention } from './attention.ts';
import { groupByDay } from './calendar-sections.tsx';
import { hasEndedSince } from './ended-signals.tsx';
import { addVisit, describeNews } from './last-visit.ts';
import { addTradingDays, getNextSession } from './load-calendar.ts';

type Watched = Parameters<typeof getAttention>[0];

/** Buys at 100 with a stop at 90: the published risk is 10, so a level is near at up to 2.50. */
function watch(kind: Signal['state']['kind'], close: string | null, more: Partial<Watched> = {}): Watched {
  const levels = { entry_price: '100.00', stop_loss: '90.00', target_points: ['110.00', '120.00'] };
  return {
    id: `${kind} ${close}`,
    ...levels,
    published_levels: { ...levels, order_type: 'buy' },
    last_close: close === null ? null : { date: '2026-03-02', close, is_old: false },
    price_status: null,
    state: {
      kind,
      targets_hit: kind === 'target_hit' ? 1 : 0,
      r_multiple: null,
      as_of: null,
      is_old: false,
      reason: null,
    },
    ...more,
  };
}

describe('the attention that a signal needs', () => {
  it.each<[Attention, Watched]>([
    ['open', watch('entered', '105.00')],
    ['near_stop', watch('entered', '92.50')],
    ['open', watch('entered', '92.51')],
    ['near_target', watch('entered', '107.50')],
    ['open', watch('target_hit', '110.00')],
    ['near_target', watch('target_hit', '118.00')],
    ['near_stop', watch('target_hit', '101.00', { stop_loss: '100.00' })],
    ['open', watch('entered', null)],
    ['open', watch('entered', '92.00', { price_status: 'not_comparable' })],
    ['stop_passed', watch('entered', '89.00', { price_status: 'stop_passed' })],
    ['near_entry', watch('waiting', '98.00')],
    ['waiting', watch('waiting', '97.00')],
    ['waiting', watch('waiting', null)],
    ['missed', watch('entry_missed', '112.00')],
  ])('is %s', (expected, signal) => {
    expect(getAttention(signal)).toBe(expected);
  });

  it('orders signals, those that the user has entered first', () => {
    const signals = [
      watch('waiting', '97.00'),
      watch('entered', '105.00'),
      watch('entered', '91.00'),
      watch('target_hit', '119.00'),
      watch('waiting', '99.00'),
    ];
    const ids = orderByAttention(signals, ['waiting 97.00']).map(({ id }) => id);
    expect(ids).toEqual([
      'waiting 97.00',
      'entered 91.00',
      'target_hit 119.00',
      'entered 105.00',
      'waiting 99.00',
    ]);
  });
});

it.each([
  // Monday 2 March 2026; the exchange is closed on Friday 6 and Monday 9 March in these tests.
  ['2026-03-02', 5, [], '2026-03-09'],
  ['2026-03-02', 1, [], '2026-03-03'],
  ['2026-02-28', 5, [], '2026-03-09'],
  ['2026-03-02', 5, ['2026-03-06', '2026-03-09'], '2026-03-11'],
  ['2026-03-06', 1, ['2026-03-06'], '2026-03-10'],
])('returns the trading day after %s and %i trading days without %j', (today, count, holidays, expected) => {
  expect(addTradingDays(today, count, new Set(holidays))).toBe(expected);
});

it.each([
  ['open', '2026-03-02T10:30:00Z', '2026-03-02'],
  ['pre_open', '2026-03-02T04:32:00Z', '2026-03-02'],
  ['closed', '2026-03-03T04:32:00Z', '2026-03-03'],
  ['holiday', '2026-03-04T04:32:00Z', '2026-03-04'],
] as const)('returns the session that is open or opens next: %s until %s', (state, until, expected) => {
  expect(getNextSession('2026-03-02', { state, until })).toBe(expected);
});

it('groups closures by their days, the next day first', () => {
  const closures = [
    { last_buying_day: '2026-03-04', ex_date: '2026-03-05', id: 1 },
    { last_buying_day: '2026-02-27', ex_date: '2026-03-02', id: 2 },
    { last_buying_day: '2026-03-04', ex_date: '2026-03-05', id: 3 },
  ];
  expect(groupByDay(closures, '2026-03-02').map(({ items }) => items.map(({ id }) => id))).toEqual([
    [2],
    [1, 3],
  ]);
});

describe('visits', () => {
  it('continue for half an hour, after which the last one is the previous visit', () => {
    const first = addVisit(null, new Date('2026-03-02T04:00:00Z'));
    expect(first).toEqual({ seenAt: '2026-03-02T04:00:00.000Z', previousAt: null });
    const same = addVisit(first, new Date('2026-03-02T04:30:00Z'));
    expect(same).toEqual({ seenAt: '2026-03-02T04:30:00.000Z', previousAt: null });
    const next = addVisit(same, new Date('2026-03-02T05:00:01Z'));
    expect(next).toEqual({ seenAt: '2026-03-02T05:00:01.000Z', previousAt: '2026-03-02T04:30:00.000Z' });
    const reloaded = addVisit(next, new Date('2026-03-02T05:10:00Z'));
    expect(reloaded.previousAt).toBe('2026-03-02T04:30:00.000Z');
  });

  const since = '2026-03-02T06:00:00Z';
  const before = '2026-03-02T05:00:00Z';
  const after = '2026-03-02T07:00:00Z';

  it.each([
    ['New', { created_at: after, changed_at: after, level_changes: [] }],
    ['Changed', { created_at: before, changed_at: after, level_changes: [] }],
    [
      'Changed',
      {
        created_at: before,
        changed_at: null,
        level_changes: [{ changed_at: after, field: 'stop_loss', from: '1.00', to: '2.00' }],
      },
    ],
    [null, { created_at: before, changed_at: before, level_changes: [] }],
  ])('describe a signal as %s', (expected, signal) => {
    expect(describeNews(signal, since)).toBe(expected);
  });

  it.each([
    [true, 'closed', after, null],
    [false, 'closed', before, null],
    [true, 'in_progress', null, '2026-03-02'],
    [false, 'in_progress', null, '2026-03-01'],
  ] as const)('tell whether a signal ended since: %s', (expected, call_status, changed_at, as_of) => {
    const { state } = watch('stopped', null);
    expect(hasEndedSince({ call_status, changed_at, state: { ...state, as_of } }, since)).toBe(expected);
  });
});
