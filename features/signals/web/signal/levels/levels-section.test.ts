import { expect, it } from 'vitest';
import type { EvaluationStep, SignalReport } from '#features/signals/contract/track-record/signal-details.ts';
import { describeOrderKind } from './levels-section.tsx';

type Publication = Extract<EvaluationStep, { code: 'published' }>;

const makeReport = (
  order_type: 'buy' | 'sell',
  publication: Pick<Publication, 'order_kind' | 'reference_close'> | null,
) =>
  ({
    signal: { published_levels: { order_type, entry_price: '150.00' } },
    evaluations: publication && [
      { steps: [{ code: 'published', date: '2026-11-24', in_session: false, ...publication }] },
    ],
  }) as unknown as SignalReport;

it.each([
  [
    'buy',
    'limit',
    '152.00',
    /is below the last close .* Rs\. 152\.00, .* a limit order, which waits .* to fall/,
  ],
  ['buy', 'stop', '148.00', /is above the last close .* a stop order, which waits for the price to rise/],
  ['sell', 'limit', '148.00', /is above the last close .* a limit order, which waits for the price to rise/],
  ['sell', 'stop', '152.00', /is below the last close .* a stop order, which waits for the price to fall/],
  ['buy', 'touch', null, /neither a limit nor a stop order/],
] as const)('explains the entry of a %s by a %s order', (side, order_kind, reference_close, text) => {
  expect(describeOrderKind(makeReport(side, { order_kind, reference_close }))).toMatch(text);
});

it('explains both kinds before the signal is evaluated', () => {
  const report = { ...makeReport('sell', null), evaluations: [] };
  expect(describeOrderKind(report)).toMatch(
    /^An entry above the market is a limit order.* below it is a stop order/,
  );
});
