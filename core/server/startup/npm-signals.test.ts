import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { useDataDir } from '#tests/support/database/data-dir.ts';
import { startServerProcess } from '#tests/support/server-process.ts';

const dataDir = useDataDir();

it('stops the server when npm alone gets SIGTERM', async () => {
  const npm = await startServerProcess({ DATA_DIR: dataDir.path }, { command: ['npm', 'start'] });
  expect(await npm.stop()).toBe(0);
  expect(await isListening(npm.url)).toBe(false);
}, 120_000);

const isListening = (address: string) =>
  new Promise<boolean>((resolve) => {
    const { port } = new URL(address);
    const socket = connect({ port: Number(port), host: 'localhost' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
