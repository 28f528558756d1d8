import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import { getTokenSecret } from './token-secret.ts';

describe('the token secret', () => {
  it('returns the configured secret, without a file', async () => {
    const dataDir = join(makeTemporaryDir(), 'data');
    const config = readConfig({ DATA_DIR: dataDir, TOKEN_SECRET: 'k'.repeat(40) });
    expect(await getTokenSecret(config)).toBe('k'.repeat(40));
    expect(() => statSync(dataDir)).toThrow('ENOENT');
  });

  it("generates the demo's secret once, in a file that only its owner can read", async () => {
    const config = readConfig({ DATA_DIR: join(makeTemporaryDir(), 'data') });
    const made = await getTokenSecret(config);
    expect(made).toMatch(/^[\w-]{64}$/);
    expect(await getTokenSecret(config)).toBe(made);
    const path = join(config.dataDir, 'token-secret');
    expect(readFileSync(path, 'utf8')).toBe(made);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(config.dataDir).mode & 0o777).toBe(0o700);
  });

  it('returns the same secret to servers that start at the same time, and another one in another folder', async () => {
    const config = readConfig({ DATA_DIR: makeTemporaryDir() });
    const secrets = await Promise.all([1, 2, 3].map(() => getTokenSecret(config)));
    expect(new Set(secrets).size).toBe(1);
    expect(await getTokenSecret(readConfig({ DATA_DIR: makeTemporaryDir() }))).not.toBe(secrets[0]);
  });
});
