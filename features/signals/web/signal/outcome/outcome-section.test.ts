import { describe, expect, it } from 'vitest';
import type { EvaluationStep } from '#features/signals/contract/track-record/signal-details.ts';
import { describeStep } from './outcome-section.tsx';

const date = '2026-11-20';
const bars = { date, until: '2026-11-23', bars: 2 };

const CASES: readonly [step: EvaluationStep, order: 'buy' | 'sell', text: string][] = [
  [
    { code: 'published', date, order_kind: 'limit', reference_close: '104.00', in_session: false },
    'buy',
    'Published before the session. The close before was Rs. 104.00, so the entry is a limit order: it is filled when the price falls to the entry price.',
  ],
  [
    { code: 'published', date, order_kind: 'stop', reference_close: '104.00', in_session: false },
    'sell',
    'Published before the session. The close before was Rs. 104.00, so the entry is a stop order: it is filled when the price falls to the entry price.',
  ],
  [
    { code: 'published', date, order_kind: 'touch', reference_close: null, in_session: true },
    'sell',
    'Published during the session: only prices after that count, and the bar of this day also contains earlier ones. There is no earlier price of the day, so the entry can be a limit order or a stop order: both are followed.',
  ],
  [
    { code: 'published', date, order_kind: 'touch', reference_close: '104.00', in_session: true },
    'buy',
    'Published during the session: only prices after that count, and the bar of this day also contains earlier ones. Prices in the minute of the publication were on both sides of the entry price, so the entry can be a limit order or a stop order: both are followed.',
  ],
  [
    { code: 'waited', ...bars, low: '99.00', high: '103.00' },
    'buy',
    'The entry price was not reached. Low Rs. 99.00, high Rs. 103.00.',
  ],
  [
    { code: 'held', ...bars, low: '99.00', high: '99.00' },
    'buy',
    'Neither the stop loss nor the next target was reached. Price Rs. 99.00.',
  ],
  [{ code: 'untraded', ...bars }, 'buy', 'No trades, so nothing could be filled.'],
  [
    { code: 'filled', date, price: '98.50', at: 'open' },
    'buy',
    'The day opened at or past the entry price: filled at the open, Rs. 98.50.',
  ],
  [
    { code: 'stop_hit', date, level: '95.00', price: '94.00', at: 'open' },
    'buy',
    'The day opened at or past the stop loss of Rs. 95.00: everything that is left exits at the open, Rs. 94.00.',
  ],
  [
    { code: 'target_hit', date, target: 2, price: '120.00', at: 'level' },
    'buy',
    'TP2 reached: this part of the position exits at Rs. 120.00.',
  ],
  [
    { code: 'target_not_counted', date, target: 1, because: 'stop_in_same_bar' },
    'buy',
    'TP1 was reached on this day, but does not count: the stop loss was reached on the same day, and the worse result counts.',
  ],
  [
    { code: 'stop_move_ignored', date, from: '95.00', to: '90.00' },
    'buy',
    'The change of the stop loss from Rs. 95.00 to Rs. 90.00 does not count: only moves toward profit do.',
  ],
  [
    { code: 'adjusted', date, factor: '0.5', entry: '50.00', stop: '47.50', targets: ['55.00', '60.00'] },
    'buy',
    'Bonus, right or split: all levels are multiplied by 0.5. Entry Rs. 50.00, stop loss Rs. 47.50, targets Rs. 55.00, Rs. 60.00.',
  ],
  [
    { code: 'dividend_subtracted', date, amount: '2.50', recorded_on: date },
    'buy',
    'The next previous close is lower by the cash dividend of Rs. 2.50 per share: no prices are missing.',
  ],
  [
    {
      code: 'adjusted',
      date,
      factor: '0.949494949495',
      is_implied: true,
      entry: '94.95',
      stop: '99.70',
      targets: ['91.15'],
    },
    'sell',
    'The previous close shows a payout that is not stored. The worse result counts, here with it: all levels are multiplied by 0.949494949495. Entry Rs. 94.95, stop loss Rs. 99.70, targets Rs. 91.15.',
  ],
  [
    { code: 'exited_at_close', date, price: '101.00', reason: 'session_end' },
    'buy',
    'An intraday signal ends with its session. What is left exits at the close, Rs. 101.00.',
  ],
  [
    { code: 'canceled', date, reason: 'closed' },
    'buy',
    'The analyst closed the signal before its entry was filled.',
  ],
];

describe('describeStep', () => {
  it.each(CASES)('explains %j of a %s signal', (step, order, text) => {
    expect(describeStep(step, order)).toBe(text);
  });
});
