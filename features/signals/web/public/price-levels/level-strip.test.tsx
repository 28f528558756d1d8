import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Signal } from '#features/signals/contract/signal.ts';
import { LevelStrip } from './level-strip.tsx';

const list = (targets: string[], ratio: string | null) => {
  const prices = { entry_price: '150.00', stop_loss: '144.00', target_points: targets };
  const signal = {
    ...prices,
    entry_verdict: { reward_to_risk: ratio },
    state: { targets_hit: 0 },
    last_close: null,
    price_status: null,
  } as unknown as Signal;
  const markup = renderToStaticMarkup(<LevelStrip signal={signal} hasAll />);
  return [...markup.matchAll(/<dt>(.*?)<\/dt><dd[^>]*><span[^>]*>(.*?)<\/span><\/dd>/g)].map(
    ([, name, value]) => `${name?.replace(/<[^>]*>/g, '').trim()} ${value}`,
  );
};

it.each<[string, string[], string | null, string[]]>([
  ['with targets', ['156.00', '165.00'], '0.35', ['R to TP2 0.35', 'TP1 Rs. 156.00', 'TP2 Rs. 165.00']],
  ['that is not open to new entries', ['156.00'], null, ['R to TP1 –', 'TP1 Rs. 156.00']],
  ['without targets', [], null, []],
])('shows the prices of a signal %s, and the ratio of a new entry', (_, targets, ratio, expected) => {
  expect(list(targets, ratio)).toEqual(['Entry Rs. 150.00', 'Stop Rs. 144.00', 'Last –', ...expected]);
});
