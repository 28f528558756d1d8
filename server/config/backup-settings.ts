import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Settings, SettingsReader } from './read-settings.ts';
import { text, wholeNumber } from './schemas.ts';

export const BACKUP_SETTINGS = {
  BACKUP_DIR: {
    description:
      'The folder of the daily backups; without it there are none. Any server may write them: with several servers, name a folder that all share. Copy the files to another machine, see `docs/operations/backup.md`.',
    schema: text,
    example: '/var/backups/tezi',
  },
  BACKUP_TIME: {
    description: 'The time of the daily backup in Karachi.',
    schema: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 02:30.')),
    default: '02:30',
  },
  BACKUP_KEEP_DAILY: {
    description: 'The number of days whose last backup is kept. 1 to 366.',
    schema: wholeNumber(1, 366),
    default: '7',
  },
  BACKUP_KEEP_WEEKLY: {
    description: 'The number of weeks whose last backup is kept in addition. 0 to 520.',
    schema: wholeNumber(0, 520),
    default: '4',
  },
} as const satisfies Settings;

export interface ScheduledBackups {
  dir: string;
  /** In Karachi, for example `02:30`. */
  time: string;
  retention: { daily: number; weekly: number };
}

/** Returns `null` if no backups are scheduled. */
export function readBackupSettings({ read }: SettingsReader): ScheduledBackups | null {
  const { BACKUP_DIR, BACKUP_TIME, BACKUP_KEEP_DAILY, BACKUP_KEEP_WEEKLY } = read(BACKUP_SETTINGS).values;
  if (BACKUP_DIR === null) return null;
  return {
    dir: resolve(BACKUP_DIR),
    time: BACKUP_TIME,
    retention: { daily: BACKUP_KEEP_DAILY, weekly: BACKUP_KEEP_WEEKLY },
  };
}
