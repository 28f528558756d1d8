import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSource } from '#server/platform/database.ts';

/** A proxy in front of a test's database that simulates network failures. */
export interface DatabaseProxy {
  /** The database behind the proxy. */
  source: DatabaseSource;
  /** Returns the number of open connections. */
  countConnections(): number;
  /** Closes every open connection; new ones are accepted. */
  dropConnections(): void;
  /** Closes every open connection and accepts no new ones. */
  stop(): Promise<void>;
  /** Accepts connections again. */
  start(): Promise<void>;
  /** Stops forwarding on every open connection without closing any; connections opened afterwards work. */
  blackHoleOpenConnections(): void;
  /** Stops forwarding on all current and future connections, until it is called with `false`. */
  setBlackHole(isOn: boolean): void;
  close(): Promise<void>;
}

export async function startDatabaseProxy(target: DatabaseSource): Promise<DatabaseProxy> {
  const pairs = new Set<{ near: Socket; far: Socket; isSilent: boolean }>();
  let isBlackHole = false;

  const server = createServer((near) => {
    const pair = { near, far: connect(getConnectOptions(target)), isSilent: false };
    pairs.add(pair);
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (chunk) => {
        if (!pair.isSilent && !isBlackHole) to.write(chunk);
      });
      from.on('error', () => {});
      from.on('close', () => {
        pairs.delete(pair);
        to.destroy();
      });
    };
    pass(near, pair.far);
    pass(pair.far, near);
  });

  const dir = mkdtempSync(join(tmpdir(), 'tezi-proxy-'));
  let port = 0;
  const listen = async () => {
    if (target.kind === 'embedded') server.listen(join(dir, '.s.PGSQL.5432'));
    else server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const dropConnections = () => {
    for (const { near } of pairs) near.destroy();
  };
  await listen();
  if (target.kind === 'server') port = (server.address() as { port: number }).port;

  return {
    source: getSource(),
    countConnections: () => pairs.size,
    dropConnections,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      dropConnections();
      await closed;
    },
    start: listen,
    blackHoleOpenConnections() {
      for (const pair of pairs) pair.isSilent = true;
    },
    setBlackHole(isOn) {
      isBlackHole = isOn;
    },
    async close() {
      dropConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
      rmSync(dir, { recursive: true, force: true });
    },
  };

  function getSource(): DatabaseSource {
    if (target.kind === 'embedded') return { kind: 'embedded', socketDir: dir };
    const url = new URL(target.url);
    url.host = `127.0.0.1:${port}`;
    return { kind: 'server', url: url.href };
  }
}

function getConnectOptions(target: DatabaseSource): NetConnectOpts {
  if (target.kind === 'embedded') return { path: join(target.socketDir, '.s.PGSQL.5432') };
  const { hostname, port } = new URL(target.url);
  return { host: hostname, port: Number(port || 5432) };
}
