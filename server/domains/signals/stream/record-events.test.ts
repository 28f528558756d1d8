import { expect, it } from 'vitest';
import { getListChanges } from './record-events.ts';

const open = { signalType: 'intraday', callStatus: 'in_progress', deletedAt: null } as const;
const closed = { ...open, callStatus: 'closed' } as const;

it.each([
  ['is published', null, open, ['intraday created']],
  ['is published as closed', null, closed, ['intraday created']],
  ['is edited', open, open, ['intraday updated']],
  ['is closed', open, closed, ['intraday closed']],
  ['is edited after it was closed', closed, closed, ['intraday updated']],
  ['is reopened', closed, open, ['intraday updated']],
  ['is deleted', open, { ...open, deletedAt: new Date() }, ['intraday removed']],
  ['becomes a swing signal', open, { ...open, signalType: 'swing' }, ['intraday removed', 'swing created']],
  [
    'becomes an investment signal',
    { ...open, signalType: 'swing' },
    { ...closed, signalType: 'investment' },
    ['investment created', 'swing removed'],
  ],
] as const)('a signal %s', (_change, before, after, expected) => {
  const changes = getListChanges(before, after).map(({ signalType, kind }) => `${signalType} ${kind}`);
  expect(changes).toEqual(expected);
});
