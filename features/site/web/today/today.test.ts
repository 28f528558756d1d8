import { describe, expect, it } from 'vitest';
import type { Signal } from '#features/signals/contract/signal.ts';
import { groupByDay } from './calendar-sections.tsx';
import { addTradingDays, type Call, getNextSession, loadCalendar } from './load-calendar.ts';
import { type Attention, getAttention, orderByAttention } from './open-signals.tsx';
import { continueVisit, summarizeChanges } from './since-last-visit.tsx';

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

it.each([
  // A meeting on Monday 9 March, seen on each day since Friday 6 March; its session ends at 16:30 in Karachi.
  ['2026-03-06', { state: 'open', until: '2026-03-06T11:30:00Z' }, '2026-03-06', '2026-03-07'],
  ['2026-03-06', { state: 'closed', until: '2026-03-09T04:32:00Z' }, '2026-03-09', '2026-03-09'],
  ['2026-03-07', { state: 'closed', until: '2026-03-09T04:32:00Z' }, '2026-03-09', '2026-03-09'],
  ['2026-03-08', { state: 'closed', until: '2026-03-09T04:32:00Z' }, '2026-03-09', '2026-03-09'],
  // Friday and Monday are holidays.
  ['2026-03-06', { state: 'holiday', until: '2026-03-10T04:32:00Z' }, '2026-03-10', '2026-03-10'],
] as const)(
  'loads the dates of %s, when the market is %j: those of the session of %s, with meetings until %s',
  async (today, period, nextSession, meetingsUntil) => {
    const asked: unknown[] = [];
    const call: Call = async (endpoint, input) => {
      asked.push({ path: endpoint.path, ...(input as object) });
      const responses: Record<string, unknown> = {
        '/market/holidays/': { results: [] },
        '/market/settlement/': { bank_holidays: [] },
        '/market/status/': { periods: [period] },
      };
      return (responses[endpoint.path] ?? { count: 0, results: [] }) as never;
    };
    expect(await loadCalendar(today, [], call)).toMatchObject({ nextSession, meetingsUntil });
    const query = expect.objectContaining({ from_date: today, to_date: meetingsUntil });
    expect(asked).toContainEqual({ path: '/board-meetings/', query });
  },
);

it('loads all pages of the meetings, so that their number is right', async () => {
  const call: Call = async (endpoint, input) => {
    const { page = '1' } = (input as { query?: { page?: string } }).query ?? {};
    const responses: Record<string, unknown> = {
      '/market/status/': { periods: [] },
      '/market/settlement/': { bank_holidays: [] },
      '/board-meetings/': { count: 45, results: [{ id: Number(page) }] },
    };
    return (responses[endpoint.path] ?? { count: 0, results: [] }) as never;
  };
  const { meetings } = await loadCalendar('2026-03-02', [], call);
  expect(meetings.map(({ id }) => id)).toEqual([1, 2, 3]);
});

describe('visits', () => {
  const visit = (at: string, position: string) => ({ at, position });
  const seen = visit('2026-03-02T04:00:00.000Z', '7.2026-02-27');
  const earlier = visit('2026-03-01T04:00:00.000Z', '3.2026-02-27');

  it.each([
    ['none before the first one', null, '2026-03-02T04:30:00Z', null],
    ['none in the first one', { seen, previous: null }, '2026-03-02T04:30:00Z', null],
    [
      'the one before while half an hour has not passed',
      { seen, previous: earlier },
      '2026-03-02T04:30:00Z',
      earlier,
    ],
    ['the last one after half an hour', { seen, previous: earlier }, '2026-03-02T04:30:01Z', seen],
    ['the last one after the first', { seen, previous: null }, '2026-03-02T05:00:00Z', seen],
  ])('are compared with %s', (_, stored, now, expected) => {
    expect(continueVisit(stored, new Date(now))).toEqual(expected);
  });

  type Kind = Parameters<typeof summarizeChanges>[0][number]['events'][number]['kind'];
  it.each<[string, Kind[][]]>([
    ['', []],
    ['1 new', [['published', 'changed']]],
    ['2 new, 1 entry filled', [['published'], ['published', 'filled']]],
    ['2 entries filled, 1 reached a target', [['filled', 'target_hit', 'target_hit'], ['filled']]],
    [
      '1 reached a target, 2 hit their stop losses',
      [
        ['target_hit', 'stop_hit'],
        ['stop_hit', 'reevaluated'],
      ],
    ],
    ['1 hit its stop loss, 3 closed or expired', [['stop_hit'], ['expired', 'exited'], ['closed'], ['void']]],
    ['2 changed', [['changed', 'changed'], ['override']]],
  ])('are summarized as "%s"', (expected, signals) => {
    const changed = signals.map((kinds) => ({ events: kinds.map((kind) => ({ kind }) as never) }));
    expect(summarizeChanges(changed)).toBe(expected);
  });
});
