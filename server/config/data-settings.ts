import * as z from 'zod/mini';
import type { Settings } from './read-settings.ts';
import { booleanChoice, isUrl, text, url, wholeNumber } from './schemas.ts';

export const DATA_SETTINGS = {
  DATABASE_URL: {
    description:
      'A PostgreSQL server (version 14 or newer, a database with encoding UTF8), or `embedded` for the database in `DATA_DIR`. The embedded database is a PostgreSQL of the server’s own, which needs no installation.',
    schema: z.pipe(
      z
        .string()
        .check(
          z.refine(
            (value) => value === 'embedded' || isUrl(value, ['postgres:', 'postgresql:']),
            'must look like postgres://user:password@host:5432/database.',
          ),
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
      'The number of days for which the security log is stored: sign-ins, changes to accounts, and actions of administrators. 30 to 3650.',
    schema: wholeNumber(30, 3650),
    default: '180',
  },
  BOARD_MEETINGS_URL: {
    description:
      'A file of board meetings that the server imports about every six hours, in a layout listed in `docs/imports.md`. Use only data that you may use: that of the exchange carries a legal notice.',
    schema: url(['http:', 'https:'], 'must be a URL such as https://data.example/file.csv.'),
    example: 'https://data.example/board-meetings.csv',
  },
  BOOK_CLOSURES_URL: {
    description: 'The same for book closures.',
    schema: url(['http:', 'https:'], 'must be a URL such as https://data.example/file.csv.'),
    example: 'https://data.example/book-closures.csv',
  },
  PRICES_URL: {
    description:
      'The same for end-of-day prices. `{date}` is replaced by the last day whose trading has ended, such as `2026-11-20`. Prices of the exchange need its license.',
    schema: url(['http:', 'https:'], 'must be a URL such as https://data.example/file.csv.'),
    example: 'https://data.example/prices/{date}.csv',
  },
  INDEX_VALUES_URL: {
    description: 'The same for index values.',
    schema: url(['http:', 'https:'], 'must be a URL such as https://data.example/file.csv.'),
    example: 'https://data.example/indices/{date}.csv',
  },
  OUTBOUND_ALLOW_LOOPBACK: {
    description:
      '`true` also fetches feeds from this machine, for tests; production rejects it. Private networks are never called.',
    schema: booleanChoice(['false', 'true'], 'true'),
    default: 'false',
  },
} as const satisfies Settings;
