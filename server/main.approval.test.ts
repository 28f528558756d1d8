import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startServerProcess } from '#tests/support/server-process.ts';

it('warns at start that no signal can be approved without a second administrator', {
  timeout: 60_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tezi-approval-'));
  // The demo has one administrator.
  const server = await startServerProcess({ DATA_DIR: dataDir, SIGNAL_APPROVAL: 'required' });
  expect(await server.stop()).toBe(0);
  await rm(dataDir, { recursive: true });
  expect(server.output()).toMatch(/"level":40.*no signal can be approved without a second administrator/);
});
