import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import { generateSigningKey, getSigningKey } from './append-entries.ts';

describe('the key of the record', () => {
  it('the key of the record is the configured one, without a file', async () => {
    const dataDir = join(makeTemporaryDir(), 'data');
    const settings = { DATA_DIR: dataDir, LEDGER_SIGNING_KEY: generateSigningKey() };
    const key = await getSigningKey(readConfig(settings));
    expect(key?.publicKey).toBe((await getSigningKey(readConfig(settings)))?.publicKey);
    expect(() => statSync(dataDir)).toThrow('ENOENT');
  });

  it('the key of the record is generated once in the demo, in a file that only its owner can read', async () => {
    const config = readConfig({ DATA_DIR: makeTemporaryDir() });
    const key = await getSigningKey(config);
    expect(key?.publicKey).toBe((await getSigningKey(config))?.publicKey);
    const path = join(config.dataDir, 'ledger-signing-key');
    expect(readFileSync(path, 'utf8')).toMatch(/^[\w+/=]{64}$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('the key of the record is missing in production if it is not configured', async () => {
    const config = { ...readConfig({ DATA_DIR: makeTemporaryDir() }), mode: 'production' as const };
    expect(await getSigningKey(config)).toBeNull();
  });
});
