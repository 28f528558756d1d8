import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import { tokenSecret } from './token-secret.ts';

describe('the secret that signs the sign-ins', () => {
  it('is the configured one, and nothing is written', async () => {
    const dataDir = join(makeTemporaryDir(), 'data');
    const config = readConfig({ DATA_DIR: dataDir, TOKEN_SECRET: 'k'.repeat(40) });
    expect(await tokenSecret(config)).toBe('k'.repeat(40));
    expect(() => statSync(dataDir)).toThrow('ENOENT');
  });

  it('is made once in the demo and kept for the owner alone, so that sign-ins last', async () => {
    const config = readConfig({ DATA_DIR: join(makeTemporaryDir(), 'data') });
    const made = await tokenSecret(config);
    expect(made).toMatch(/^[\w-]{64}$/);
    expect(await tokenSecret(config)).toBe(made);
    const path = join(config.dataDir, 'token-secret');
    expect(readFileSync(path, 'utf8')).toBe(made);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(config.dataDir).mode & 0o777).toBe(0o700);
  });

  it('is the same for two that start at the same moment, and another in another folder', async () => {
    const config = readConfig({ DATA_DIR: makeTemporaryDir() });
    const secrets = await Promise.all([1, 2, 3].map(() => tokenSecret(config)));
    expect(new Set(secrets).size).toBe(1);
    expect(await tokenSecret(readConfig({ DATA_DIR: makeTemporaryDir() }))).not.toBe(secrets[0]);
  });
});
