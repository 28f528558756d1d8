import { expect, it } from 'vitest';
import { isCurrentBasis, makeBasis } from './plan-change.ts';

const STATE = { priceId: 'pri_basic', periodEnd: new Date('2026-12-21T05:00:00Z') };
const NOW = new Date('2026-11-22T05:00:00Z');
const basis = makeBasis(STATE, 'pri_pro', NOW);

it.each([
  ['at once', STATE, 'pri_pro', '2026-11-22T05:00:00Z', true],
  ['10 minutes later', STATE, 'pri_pro', '2026-11-22T05:10:00Z', true],
  ['on a server whose clock is behind', STATE, 'pri_pro', '2026-11-22T04:59:00Z', true],
  ['more than 10 minutes later', STATE, 'pri_pro', '2026-11-22T05:10:01Z', false],
  ['for another new plan', STATE, 'pri_other', '2026-11-22T05:00:00Z', false],
  ['after another plan change', { ...STATE, priceId: 'pri_pro' }, 'pri_pro', '2026-11-22T05:00:00Z', false],
  [
    'after a renewal',
    { ...STATE, periodEnd: new Date('2027-01-21T05:00:00Z') },
    'pri_pro',
    '2026-11-22T05:00:00Z',
    false,
  ],
  ['after the period ended', { ...STATE, periodEnd: null }, 'pri_pro', '2026-11-22T05:00:00Z', false],
])('checks a preview %s', (_, state, newPriceId, now, isCurrent) => {
  expect(isCurrentBasis(basis, state, newPriceId, new Date(now))).toBe(isCurrent);
});

it.each(['', 'any', 'pri_basic 2026-12-21T05:00:00.000Z pri_pro', `${basis}x`])(
  'rejects the invalid basis "%s"',
  (invalid) => {
    expect(isCurrentBasis(invalid, STATE, 'pri_pro', NOW)).toBe(false);
  },
);
