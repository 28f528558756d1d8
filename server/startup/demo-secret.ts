import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';

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
