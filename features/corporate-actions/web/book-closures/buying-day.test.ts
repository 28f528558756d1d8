import { expect, it } from 'vitest';
import type { PayoutPart } from '#features/corporate-actions/contract/book-closures.ts';
import { summarizePayout } from '#features/corporate-actions/contract/summarize-payout.ts';

const part = (kind: PayoutPart['kind'], percent: string): PayoutPart => ({
  kind,
  percent,
  period: null,
  rupees_per_share: null,
  premium_per_share: null,
});

it.each([
  ['cash', '250%(F) (D)', [part('cash', '250')], '25.00', false, 'Rs. 25.00 a share'],
  ['bonus', '20% (B)', [part('bonus', '20')], null, false, '20% bonus'],
  [
    'cash and bonus',
    '200%(F) 10%(B)',
    [part('cash', '200'), part('bonus', '10')],
    '20.00',
    false,
    'Rs. 20.00 a share + 10% bonus',
  ],
  ['a right at a premium', '50% AT A PREMIUM (R)', [part('right', '50')], null, false, '50% right'],
  [
    'cash of an assumed face value',
    '244% (iii)',
    [part('cash', '244')],
    '24.40',
    true,
    'Rs. 24.40 a share, assuming face value Rs. 10',
  ],
  ['an unclear text', 'as decided', [], null, false, 'as decided'],
])('summarizes %s: %s', (_, payout, payouts, rupees_per_share, is_face_value_assumed, summary) => {
  expect(summarizePayout({ payout, payouts, rupees_per_share, is_face_value_assumed })).toBe(summary);
});
