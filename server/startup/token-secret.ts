import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';

/** The configured secret; in the demo one that is made once and kept in the data folder, so that sign-ins last. */
export async function tokenSecret(config: Config): Promise<string> {
  if (config.tokenSecret !== null) return config.tokenSecret;
  const path = join(config.dataDir, 'token-secret');
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  try {
    // Of two first starts at once, the one that comes second uses the other's.
    await writeFile(path, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}
