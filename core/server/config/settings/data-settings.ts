import { resolve } from 'node:path';
import * as z from 'zod/mini';
import {
  booleanChoice,
  hasEncodedPassword,
  isUrl,
  type Settings,
  type SettingsReader,
  text,
  url,
  wholeNumber,
} from './read-settings.ts';

const fileUrl = url(['http:', 'https:'], 'must be a URL such as https://data.example/file.csv.');

export const DATA_SETTINGS = {
  DATABASE_URL: {
    description:
      'A PostgreSQL server (version 14 or newer, a database with encoding UTF8), or `embedded` for the database in `DATA_DIR`. The embedded database is a PostgreSQL of the server’s own, which needs no installation.',
    schema: z.pipe(
      z.string().check(
        z.refine(
          (value) => value === 'embedded' || isUrl(value, ['postgres:', 'postgresql:']),
          'must look like postgres://user:password@host:5432/database.',
        ),
        hasEncodedPassword,
      ),
      z.transform((value) => (value === 'embedded' ? null : value)),
    ),
    default: 'embedded',
    example: 'postgres://tezi:secret@127.0.0.1:5432/tezi',
    requiredInProduction: 'name a PostgreSQL server, or set `embedded` to accept the embedded database',
  },
  DATA_DIR: {
    description:
      'The folder of the embedded database and of the demo’s generated `TOKEN_SECRET` and `LEDGER_SIGNING_KEY`.',
    schema: text,
    default: 'data',
  },
  POSTGRES_BIN_DIR: {
    description:
      'The folder of PostgreSQL’s programs for the embedded database, version 17 or newer, in place of those that npm installs. Their security updates are then those of the machine.',
    schema: text,
    example: '/usr/lib/postgresql/18/bin',
  },
  SECURITY_LOG_DAYS: {
    description:
      'The number of days for which the security log is stored: sign-ins, changes to accounts, and actions of administrators. Entries about signals and accepted risk statements are stored for five years at least. 30 to 3650.',
    schema: wholeNumber(30, 3650),
    default: '180',
  },
  BOARD_MEETINGS_URL: {
    description:
      'A file of board meetings that the server imports about every six hours, in a layout listed in `docs/imports.md`. Use only data that you may use: that of the exchange carries a legal notice.',
    schema: fileUrl,
    example: 'https://data.example/board-meetings.csv',
  },
  BOOK_CLOSURES_URL: {
    description: 'The same for book closures.',
    schema: fileUrl,
    example: 'https://data.example/book-closures.csv',
  },
  PRICES_URL: {
    description:
      'The same for end-of-day prices. `{date}` is replaced by the last day whose trading has ended, such as `2026-11-20`. Prices of the exchange need its license.',
    schema: fileUrl,
    example: 'https://data.example/prices/{date}.csv',
  },
  INDEX_VALUES_URL: {
    description: 'The same for index values.',
    schema: fileUrl,
    example: 'https://data.example/indices/{date}.csv',
  },
  COMPANIES_URL: {
    description: "The same for the exchange's list of symbols, in JSON.",
    schema: fileUrl,
    example: 'https://data.example/symbols.json',
  },
  OUTBOUND_ALLOW_LOOPBACK: {
    description:
      '`true` also fetches feeds from this machine, for tests; production rejects it. Private networks are never called.',
    schema: booleanChoice(['false', 'true'], 'true'),
    default: 'false',
  },
} as const satisfies Settings;

export const BACKUP_SETTINGS = {
  BACKUP_DIR: {
    description:
      'The folder of the daily backups; without it there are none, which a check reports. `external`: other means back up the database. Any server may write them: with several servers, name a folder that all share. Copy the files to another machine, see `docs/operations/backup.md`.',
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

/** Backups are made by other means, such as continuous archiving. */
const EXTERNAL = 'external';

/** Returns no schedule if no backups are scheduled. */
export function readBackupSettings({ read }: SettingsReader): {
  scheduledBackups: ScheduledBackups | null;
  hasExternalBackups: boolean;
} {
  const { BACKUP_DIR, BACKUP_TIME, BACKUP_KEEP_DAILY, BACKUP_KEEP_WEEKLY } = read(BACKUP_SETTINGS).values;
  const hasExternalBackups = BACKUP_DIR === EXTERNAL;
  if (BACKUP_DIR === null || hasExternalBackups) return { scheduledBackups: null, hasExternalBackups };
  const retention = { daily: BACKUP_KEEP_DAILY, weekly: BACKUP_KEEP_WEEKLY };
  return {
    scheduledBackups: { dir: resolve(BACKUP_DIR), time: BACKUP_TIME, retention },
    hasExternalBackups,
  };
}
