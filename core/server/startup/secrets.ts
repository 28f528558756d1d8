import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#core/server/config/config.ts';
import { createVapid, generateVapidKey, type Vapid } from '#core/server/platform/push/vapid.ts';
import type { TokenSecrets } from '#core/server/platform/token-secrets.ts';

/**
 * Returns the configured secrets, or the demo's one, which is generated once in the data folder so that sessions survive
 * restarts.
 */
export async function getTokenSecrets(config: Config): Promise<TokenSecrets> {
  const generate = () => randomBytes(48).toString('base64url');
  return {
    current: config.tokenSecret ?? (await getDemoSecret(config, 'token-secret', generate)),
    accepted: config.acceptedTokenSecrets,
  };
}

/** Returns what identifies this site to push services; `null` if it sends no push messages. */
export async function getVapid(config: Config): Promise<Vapid | null> {
  const { push, mode } = config;
  if (push.key === null && mode === 'production') return null;
  const privateKey = push.key ?? (await getDemoSecret(config, 'push-vapid-key', generateVapidKey));
  return createVapid({ privateKey, contact: push.contact });
}

/** Returns a secret of the demo, which is generated once, in a file of the data folder, so that it survives restarts. */
export async function getDemoSecret(
  { dataDir }: Pick<Config, 'dataDir'>,
  fileName: string,
  generate: () => string,
): Promise<string> {
  const path = join(dataDir, fileName);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    // Two servers may start for the first time simultaneously: the second uses the secret of the first.
    await writeFile(path, generate(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}
