import { execFileSync } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ServerExitedError, startServerProcess } from '#tests/support/server-process.ts';
import { COUNT_TITLES, makeTemporaryDataDir, queryEmbedded } from './support/fault-server.ts';

/** Like a container: it sees its own processes only, and its server has its own process ID. */
const NAMESPACE = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];

describe.skipIf(!canUnshare())('two servers in separate PID namespaces', () => {
  it('never opens one data folder from two servers at the same time', async () => {
    const dataDir = makeTemporaryDataDir();
    const results = await Promise.allSettled(
      Array.from({ length: 2 }, () => startServerProcess({ DATA_DIR: dataDir }, { wrapper: NAMESPACE })),
    );
    const [first, ...others] = results.filter((result) => result.status === 'fulfilled');
    const [rejected] = results.filter((result) => result.status === 'rejected');
    for (const { value } of first ? [first, ...others] : [])
      onTestFinished(async () => void (await value.stop()));
    expectRejected(rejected?.reason);
    if (!first) throw new Error('No server started.');
    const url = first.value.url;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);

    // A third server, long after the first has become ready.
    expectRejected(
      await startServerProcess({ DATA_DIR: dataDir }, { wrapper: NAMESPACE }).catch((error) => error),
    );
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it('takes over from a server that was killed', async () => {
    const dataDir = makeTemporaryDataDir();
    const first = await startServerProcess({ DATA_DIR: dataDir }, { wrapper: NAMESPACE });
    first.child.kill('SIGKILL');
    const begin = performance.now();
    const second = await startServerProcess({ DATA_DIR: dataDir }, { wrapper: NAMESPACE });
    onTestFinished(async () => void (await second.stop()));
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    process.stdout.write(
      `  takeover from a killed server in another PID namespace: ready after ${seconds} s\n`,
    );
    expect(await queryEmbedded(dataDir, COUNT_TITLES)).toEqual([]);
  });
});

function expectRejected(error: unknown): void {
  expect(error).toBeInstanceOf(ServerExitedError);
  const { output } = error as ServerExitedError;
  expect(output).toContain('has the embedded database');
  expect(output).not.toContain('    at ');
}

function canUnshare(): boolean {
  try {
    const [command = '', ...words] = NAMESPACE;
    execFileSync(command, [...words, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stdout.write('PID namespaces are not available here: their fault tests are skipped.\n');
    return false;
  }
}
