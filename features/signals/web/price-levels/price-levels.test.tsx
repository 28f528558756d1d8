import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Levels } from '#features/signals/contract/levels/levels.ts';
import { PriceLevels } from './price-levels.tsx';

const buy: Levels = {
  order_type: 'buy',
  entry_price: '150.00',
  stop_loss: '144.00',
  target_points: ['160.00'],
};
const sell: Levels = {
  order_type: 'sell',
  entry_price: '150.00',
  stop_loss: '156.00',
  target_points: ['140.00'],
};

/** Returns the rounded positions at which a range starts and ends. */
const getRange = (markup: string, color: string) => {
  const [, path = ''] = new RegExp(`<path d="([^"]+)"[^>]*class="stroke-${color}"`).exec(markup) ?? [];
  return path.match(/[\d.]+/g)?.map((position) => Math.round(Number(position)));
};

describe('PriceLevels', () => {
  it.each<[string, Levels, string, number[]]>([
    ['a buy whose stop moved up', buy, '148.00', [125, 18]],
    ['a buy whose stop moved down', buy, '140.00', [160, 75]],
    ['a sell whose stop moved down', sell, '153.00', [196, 302]],
    ['a sell whose stop moved past the entry', sell, '145.00', [196, 302]],
  ])('draws the risk at publication of %s', (_, levels, currentStop, expected) => {
    const markup = renderToStaticMarkup(<PriceLevels levels={levels} currentStop={currentStop} />);
    const [from, , to] = getRange(markup, 'loss') ?? [];
    expect([from, to]).toEqual(expected);
  });
});
