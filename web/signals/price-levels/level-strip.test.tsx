import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Signal } from '#contract/signals/signal.ts';
import { LevelStrip } from './level-strip.tsx';

const list = (stop: string, targets: string[]) => {
  const prices = { entry_price: '150.00', stop_loss: stop, target_points: targets };
  const signal = {
    ...prices,
    published_levels: { order_type: 'buy', ...prices },
    state: { targets_hit: 0 },
    last_close: null,
    price_status: null,
  } as unknown as Signal;
  const markup = renderToStaticMarkup(<LevelStrip signal={signal} hasAll />);
  return [...markup.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(
    ([, name, value]) => `${name?.trim()} ${value}`,
  );
};

it.each<[string, string, string[], string[]]>([
  ['with targets', '144.00', ['156.00', '165.00'], ['R to TP2 2.50', 'TP1 156.00', 'TP2 165.00']],
  ['with nothing at risk', '150.00', ['156.00'], ['R to TP1 –', 'TP1 156.00']],
  ['without targets', '144.00', [], []],
])('shows the prices of a signal %s', (_, stop, targets, expected) => {
  expect(list(stop, targets)).toEqual(['Entry 150.00', `Stop ${stop}`, 'Last –', ...expected]);
});
