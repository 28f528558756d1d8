import { expect, it } from 'vitest';
import { addDays } from '#core/contract/dates.ts';
import { getFileName, selectOldFiles } from './backup-files.ts';

const nightly = (date: string) => `tezi-${date}T213000Z.backup`;
/** The backups of the 60 nights until Saturday, 21 Nov 2026, 21:30 UTC, which is Sunday in Karachi. */
const NIGHTS = Array.from({ length: 60 }, (_, index) => nightly(addDays('2026-11-21', -index)));

const getKept = (names: string[], daily: number, weekly: number) => {
  const old = selectOldFiles(names, { daily, weekly });
  return names.filter((name) => !old.includes(name));
};

it('names a backup by its time', () => {
  expect(getFileName(new Date('2026-11-21T21:30:05.999Z'))).toBe('tezi-2026-11-21T213005Z.backup');
});

it('keeps the newest days, and the last day in Karachi of each of the newest weeks', () => {
  expect(getKept(NIGHTS, 3, 4)).toEqual(
    ['2026-11-21', '2026-11-20', '2026-11-19', '2026-11-14', '2026-11-07', '2026-10-31'].map(nightly),
  );
  expect(getKept(NIGHTS, 1, 0)).toEqual([nightly('2026-11-21')]);
});

it('keeps the last of several backups of a day', () => {
  const names = ['tezi-2026-11-21T080000Z.backup', 'tezi-2026-11-21T090000Z.backup'];
  expect(getKept(names, 7, 4)).toEqual(['tezi-2026-11-21T090000Z.backup']);
});

it('counts only days that have a backup, so that an outage deletes nothing', () => {
  const names = ['2025-01-01', '2025-06-01', '2026-11-21'].map(nightly);
  expect(getKept(names, 3, 0)).toEqual(names);
});

it('never selects files with other names', () => {
  const names = ['before-upgrade.backup', 'tezi-2020.backup', 'x-tezi-2020-01-01T000000Z.backup', ...NIGHTS];
  expect(getKept(names, 1, 0)).toEqual([...names.slice(0, 3), nightly('2026-11-21')]);
});
