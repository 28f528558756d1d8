import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import type { TokenSecrets } from '#server/platform/token-secrets.ts';

/**
 * Returns the configured secrets, or the demo's one, which is generated once in the data folder so that sessions survive
 * restarts.
 */
export async function getTokenSecrets(config: Config): Promise<TokenSecrets> {
  return {
    current: config.tokenSecret ?? (await getDemoSecret(config)),
    accepted: config.acceptedTokenSecrets,
  };
}

async function getDemoSecret(config: Config): Promise<string> {
  const path = join(config.dataDir, 'token-secret');
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  try {
    // Two servers may start for the first time simultaneously: the second uses the secret of the first.
    await writeFile(path, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}
