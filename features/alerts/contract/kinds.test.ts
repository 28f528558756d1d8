import { expect, it } from 'vitest';
import { type AlertKind, describeKind, listModes } from './kinds.ts';

it('describes alerts of a kind that only the next release has', () => {
  const kind = 'price_reached' as AlertKind;
  expect(describeKind(kind)).toMatchObject({ label: 'Alert', priority: 2 });
  expect(listModes(kind, 'email')).toEqual(['off', 'on']);
});
