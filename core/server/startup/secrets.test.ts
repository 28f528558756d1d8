import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import { getTokenSecrets } from './secrets.ts';

describe('the token secret', () => {
  it('returns the configured secrets, without a file', async () => {
    const dataDir = join(makeTemporaryDir(), 'data');
    const settings = {
      TOKEN_SECRET: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
      ACCEPTED_TOKEN_SECRETS: `${'l'.repeat(32)}, ${'m'.repeat(32)}`,
    };
    expect(await getTokenSecrets(readConfig({ DATA_DIR: dataDir, ...settings }))).toEqual({
      current: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
      accepted: ['l'.repeat(32), 'm'.repeat(32)],
    });
    expect(() => statSync(dataDir)).toThrow('ENOENT');
  });

  it("generates the demo's secret once, in a file that only its owner can read", async () => {
    const config = readConfig({ DATA_DIR: join(makeTemporaryDir(), 'data') });
    const { current: made } = await getTokenSecrets(config);
    expect(made).toMatch(/^[\w-]{64}$/);
    expect(await getTokenSecrets(config)).toEqual({ current: made, accepted: [] });
    const path = join(config.dataDir, 'token-secret');
    expect(readFileSync(path, 'utf8')).toBe(made);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(config.dataDir).mode & 0o777).toBe(0o700);
  });

  it('returns the same secret to servers that start at the same time, and another one in another folder', async () => {
    const config = readConfig({ DATA_DIR: makeTemporaryDir() });
    const secrets = await Promise.all([1, 2, 3].map(() => getTokenSecrets(config)));
    expect(new Set(secrets.map(({ current }) => current)).size).toBe(1);
    const other = await getTokenSecrets(readConfig({ DATA_DIR: makeTemporaryDir() }));
    expect(other.current).not.toBe(secrets[0]?.current);
  });
});
