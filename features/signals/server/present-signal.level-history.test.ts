import { describe, expect, it } from 'vitest';
import type { LevelChange } from '#features/signals/contract/signal.ts';
import { type LevelVersion, toLevelHistory } from './present-signal.ts';

const published: LevelVersion = {
  changedAt: new Date('2026-11-20T05:00:00Z'),
  symbol: 'SYS',
  levels: {
    order_type: 'buy',
    entry_price: '150.00',
    stop_loss: '144.00',
    target_points: ['160.00', '170.00'],
  },
};

/** Creates a version from the published one; `hour` is the time of the change. */
const makeVersion = (
  hour: number,
  levels: Partial<LevelVersion['levels']>,
  symbol = 'SYS',
): LevelVersion => ({
  changedAt: new Date(Date.UTC(2026, 10, 20, hour)),
  symbol,
  levels: { ...published.levels, ...levels },
});

const change = (hour: number, field: string, from: string | null, to: string | null): LevelChange => ({
  changed_at: `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`,
  field,
  from,
  to,
});

describe('toLevelHistory', () => {
  it.each<[string, LevelVersion[], LevelChange[]]>([
    ['no change', [], []],
    ['a version that changes no level', [makeVersion(6, {})], []],
    ['a moved stop', [makeVersion(6, { stop_loss: '148.00' })], [change(6, 'stop_loss', '144.00', '148.00')]],
    [
      'a stop that moves twice, with another version between',
      [
        makeVersion(6, { stop_loss: '148.00' }),
        makeVersion(7, { stop_loss: '148.00' }),
        makeVersion(8, { stop_loss: '152.00' }),
      ],
      [change(6, 'stop_loss', '144.00', '148.00'), change(8, 'stop_loss', '148.00', '152.00')],
    ],
    [
      'a change that is reverted',
      [makeVersion(6, { entry_price: '151.00' }), makeVersion(7, {})],
      [change(6, 'entry_price', '150.00', '151.00'), change(7, 'entry_price', '151.00', '150.00')],
    ],
    [
      'changed, added and removed targets',
      [
        makeVersion(6, { target_points: ['161.00', '170.00', '180.00'] }),
        makeVersion(7, { target_points: ['161.00'] }),
      ],
      [
        change(6, 'target_points.0', '160.00', '161.00'),
        change(6, 'target_points.2', null, '180.00'),
        change(7, 'target_points.1', '170.00', null),
        change(7, 'target_points.2', '180.00', null),
      ],
    ],
    [
      'another symbol and order type',
      [makeVersion(6, { order_type: 'sell' }, 'PSO')],
      [change(6, 'symbol', 'SYS', 'PSO'), change(6, 'order_type', 'buy', 'sell')],
    ],
  ])('returns the published levels and the changes of %s', (_, later, changes) => {
    expect(toLevelHistory([published, ...later])).toEqual({ published: published.levels, changes });
  });

  it('returns null without versions', () => {
    expect(toLevelHistory([])).toBeNull();
  });
});
