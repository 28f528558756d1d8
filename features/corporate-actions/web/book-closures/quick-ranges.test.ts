import { expect, it } from 'vitest';
import { getQuickRange } from './closure-fields.tsx';

it.each([
  ['This Year', '2026-11-21', '2026-01-01', '2026-12-31'],
  ['Last Year', '2026-11-21', '2025-01-01', '2025-12-31'],
  ['This Month', '2026-11-21', '2026-11-01', '2026-11-30'],
  ['Last Month', '2026-11-21', '2026-10-01', '2026-10-31'],
  ['Last Month', '2026-01-01', '2025-12-01', '2025-12-31'],
  ['Last Month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['This Month', '2028-02-29', '2028-02-01', '2028-02-29'],
  ['Last Year', '2026-01-01', '2025-01-01', '2025-12-31'],
] as const)('returns for %s on %s the range from %s to %s', (range, today, from_date, to_date) => {
  expect(getQuickRange(range, today)).toEqual({ from_date, to_date });
});
