import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSource } from '#server/platform/database.ts';

/** A proxy in front of a test's database, to lose connections in the ways that networks do. */
export interface DatabaseProxy {
  /** The database behind the proxy. */
  source: DatabaseSource;
  /** How many connections are open. */
  countConnections(): number;
  /** Closes every open connection; new ones are accepted. */
  cut(): void;
  /** Closes every open connection and accepts no new ones. */
  goAway(): Promise<void>;
  /** Accepts connections again. */
  comeBack(): Promise<void>;
  /** Stops forwarding on every open connection without closing any; connections opened afterwards work. */
  blackHoleOpen(): void;
  /** Stops forwarding on every connection, also on those opened afterwards, until it is called with `false`. */
  blackHole(isOn: boolean): void;
  close(): Promise<void>;
}

export async function startDatabaseProxy(target: DatabaseSource): Promise<DatabaseProxy> {
  const pairs = new Set<{ near: Socket; far: Socket; isSilent: boolean }>();
  let isBlackHole = false;

  const server = createServer((near) => {
    const pair = { near, far: connect(addressOf(target)), isSilent: false };
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
  const cut = () => {
    for (const { near } of pairs) near.destroy();
  };
  await listen();
  if (target.kind === 'server') port = (server.address() as { port: number }).port;

  return {
    source: sourceBehind(),
    countConnections: () => pairs.size,
    cut,
    async goAway() {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
    comeBack: listen,
    blackHoleOpen() {
      for (const pair of pairs) pair.isSilent = true;
    },
    blackHole(isOn) {
      isBlackHole = isOn;
    },
    async close() {
      cut();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
      rmSync(dir, { recursive: true, force: true });
    },
  };

  function sourceBehind(): DatabaseSource {
    if (target.kind === 'embedded') return { kind: 'embedded', socketDir: dir };
    const url = new URL(target.url);
    url.host = `127.0.0.1:${port}`;
    return { kind: 'server', url: url.href };
  }
}

function addressOf(target: DatabaseSource): NetConnectOpts {
  if (target.kind === 'embedded') return { path: join(target.socketDir, '.s.PGSQL.5432') };
  const { hostname, port } = new URL(target.url);
  return { host: hostname, port: Number(port || 5432) };
}
