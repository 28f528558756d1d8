import { access, constants, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, getWeekday, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { PARTIAL_SUFFIX } from './write-backup.ts';

export interface Retention {
  /** The number of days whose last backup is kept. */
  daily: number;
  /** The number of weeks whose last backup is kept. */
  weekly: number;
}

const FILE_NAME = /^tezi-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.backup$/;

/** Returns the name of a scheduled backup, for example `tezi-2026-11-21T213000Z.backup`. Names sort by time. */
export const getFileName = (now: Date): string =>
  `tezi-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`;

/**
 * Returns the files to delete: all scheduled backups except the last one of each of the newest days and weeks that have one.
 * Days and weeks, which start on Monday, are those in Karachi. Other files are never returned.
 */
export function selectOldFiles(names: readonly string[], { daily, weekly }: Retention): string[] {
  const backups = names
    .filter((name) => FILE_NAME.test(name))
    .sort()
    .reverse();
  const keptDates = new Set<LocalDate>();
  const keptWeeks = new Set<LocalDate>();
  return backups.filter((name) => {
    const date = getDate(name);
    const monday = addDays(date, -((getWeekday(date) + 6) % 7));
    const isKeptForDate = keptDates.size < daily && !keptDates.has(date);
    if (isKeptForDate) keptDates.add(date);
    const isKeptForWeek = keptWeeks.size < weekly && !keptWeeks.has(monday);
    if (isKeptForWeek) keptWeeks.add(monday);
    return !isKeptForDate && !isKeptForWeek;
  });
}

/** Returns the time of the newest backup of a folder, also of one that was made by hand, or `null` if there is none. */
export async function findLastBackup(dir: string): Promise<Date | null> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException): string[] => {
    // The first backup creates it.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const backups = names.filter((name) => name.endsWith('.backup'));
  const times = await Promise.all(
    backups.map(async (name) => (FILE_NAME.test(name) ? getTime(name) : (await stat(join(dir, name))).mtime)),
  );
  return times.sort((a, b) => b.getTime() - a.getTime())[0] ?? null;
}

const findLastName = async (dir: string): Promise<string | undefined> =>
  (await readdir(dir))
    .filter((name) => FILE_NAME.test(name))
    .sort()
    .at(-1);

/** Creates the folder if only it does not exist. Returns a sentence if no backup can be written to it, or `null`. */
export async function findFolderProblem(dir: string): Promise<string | null> {
  try {
    // Not its parents: a disk that is not mounted must not be replaced by a folder.
    await mkdir(dir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    const name = await findLastName(dir);
    await access(dir, constants.R_OK | constants.W_OK | constants.X_OK);
    const needed = name === undefined ? 0 : (await stat(join(dir, name))).size;
    const { bavail, bsize } = await statfs(dir);
    if (bavail * bsize > needed) return null;
    return `The disk of the backups is full: ${dir} has ${toMb(bavail * bsize)} MB left, and the last backup has ${toMb(needed)} MB.`;
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    return `No backup can be written to the folder ${dir} (${code}).`;
  }
}

const toMb = (bytes: number) => Math.ceil(bytes / 1024 ** 2);

const getDate = (name: string): LocalDate => toKarachiDate(getTime(name));

function getTime(name: string): Date {
  const [, date, hours, minutes, seconds] = FILE_NAME.exec(name) ?? [];
  return new Date(`${date}T${hours}:${minutes}:${seconds}Z`);
}

/** Deletes the old backups of a folder, and what interrupted ones left. Returns the number of deleted backups. */
export async function deleteOldFiles(dir: string, retention: Retention): Promise<number> {
  const names = await readdir(dir);
  const old = selectOldFiles(names, retention);
  const partial = names.filter(
    (name) => name.endsWith(PARTIAL_SUFFIX) && FILE_NAME.test(name.slice(0, -PARTIAL_SUFFIX.length)),
  );
  for (const name of [...old, ...partial]) await rm(join(dir, name), { force: true });
  return old.length;
}
