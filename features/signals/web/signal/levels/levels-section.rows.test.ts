import { expect, it } from 'vitest';
import { type LevelsSignal, listLevelRows } from './levels-section.tsx';

const CHANGED_AT = '2026-11-24T05:42:00.000Z';

const buy: LevelsSignal = {
  published_levels: {
    order_type: 'buy',
    entry_price: '150.00',
    stop_loss: '144.00',
    target_points: ['156.00', '165.00'],
  },
  level_changes: [],
  last_close: { date: '2026-11-25', close: '153.00', is_old: false },
  price_status: null,
};

const sell: LevelsSignal = {
  ...buy,
  published_levels: {
    order_type: 'sell',
    entry_price: '150.00',
    stop_loss: '156.00',
    target_points: ['141.00'],
  },
};

const list = (signal: LevelsSignal) =>
  listLevelRows(signal).map(({ name, price, isReplaced, changedAt, fromEntry, fromClose, r }) =>
    [name, price, fromEntry, fromClose, r, isReplaced && 'replaced', changedAt && 'changed'].filter(
      (value) => value !== false && value !== null,
    ),
  );

it.each<[string, LevelsSignal, string[][]]>([
  [
    'a buy',
    buy,
    [
      ['Entry price', '150.00', '', '−1.96%', ''],
      ['Stop loss', '144.00', '−4.00%', '−5.88%', '−1.00'],
      ['TP1', '156.00', '+4.00%', '+1.96%', '+1.00'],
      ['TP2', '165.00', '+10.00%', '+7.84%', '+2.50'],
      ['Last close', '153.00', '+2.00%', '', '+0.50'],
    ],
  ],
  [
    'a sell with the same signs',
    sell,
    [
      ['Entry price', '150.00', '', '−1.96%', ''],
      ['Stop loss', '156.00', '+4.00%', '+1.96%', '−1.00'],
      ['TP1', '141.00', '−6.00%', '−7.84%', '+1.50'],
      ['Last close', '153.00', '+2.00%', '', '−0.50'],
    ],
  ],
  [
    'a stop that moved, by the risk at publication',
    {
      ...sell,
      level_changes: [{ changed_at: CHANGED_AT, field: 'stop_loss', from: '156.00', to: '147.00' }],
      last_close: null,
    },
    [
      ['Entry price', '150.00', '', '', ''],
      ['Stop loss', '156.00', '+4.00%', '', '−1.00', 'replaced'],
      ['Stop loss', '147.00', '−2.00%', '', '+0.50', 'changed'],
      ['TP1', '141.00', '−6.00%', '', '+1.50'],
    ],
  ],
  [
    'a stop at breakeven and a last close at the entry price',
    {
      ...sell,
      level_changes: [{ changed_at: CHANGED_AT, field: 'stop_loss', from: '156.00', to: '150.00' }],
      last_close: { date: '2026-11-25', close: '150.00', is_old: false },
    },
    [
      ['Entry price', '150.00', '', '0.00%', ''],
      ['Stop loss', '156.00', '+4.00%', '', '−1.00', 'replaced'],
      ['Stop loss', '150.00', '0.00%', '0.00%', '0.00', 'changed'],
      ['TP1', '141.00', '−6.00%', '−6.00%', '+1.50'],
      ['Last close', '150.00', '0.00%', '', '0.00'],
    ],
  ],
  [
    'targets that were removed and added, as before fixed levels',
    {
      ...sell,
      level_changes: [
        { changed_at: CHANGED_AT, field: 'target_points.0', from: '141.00', to: null },
        { changed_at: CHANGED_AT, field: 'target_points.1', from: null, to: '138.00' },
        { changed_at: CHANGED_AT, field: 'symbol', from: 'LUCK', to: 'MEBL' },
      ],
      price_status: 'not_comparable',
    },
    [
      ['Entry price', '150.00', '', '', ''],
      ['Stop loss', '156.00', '+4.00%', '', '−1.00'],
      ['TP1', '141.00', '−6.00%', '', '+1.50', 'replaced'],
      ['TP1', '', '', '', 'changed'],
      ['TP2', '138.00', '−8.00%', '', '+2.00', 'changed'],
    ],
  ],
])('lists the levels of %s', (_, signal, expected) => {
  expect(list(signal)).toEqual(expected);
});
