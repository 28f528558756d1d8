import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { useDataDir } from '#tests/support/data-dir.ts';
import { startServer } from '#tests/support/run-server.ts';

const dataDir = useDataDir();

it('stops the server when npm alone gets SIGTERM', async () => {
  const npm = startServer('npm', ['start'], { DATA_DIR: dataDir.path });
  const address = await npm.address;
  expect(await npm.stop()).toBe(0);
  expect(await isListening(address)).toBe(false);
}, 60_000);

const isListening = (address: string) =>
  new Promise<boolean>((resolve) => {
    const { port } = new URL(address);
    const socket = connect({ port: Number(port), host: 'localhost' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
