import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { join } from 'node:path';

/** A proxy in front of a test's database that simulates network failures. */
export interface DatabaseProxy {
  /** The database behind the proxy. */
  url: string;
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

export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
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

  let port = 0;
  const listen = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const dropConnections = () => {
    for (const { near } of pairs) near.destroy();
  };
  await listen();
  port = (server.address() as { port: number }).port;

  return {
    url: getUrl(target, port),
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
    },
  };
}

function getUrl(target: string, port: number): string {
  const url = new URL(target);
  const user = url.searchParams.get('user') ?? url.username;
  return `postgres://${user}:${url.password}@127.0.0.1:${port}${url.pathname}`;
}

function getConnectOptions(target: string): NetConnectOpts {
  const { hostname, port, searchParams } = new URL(target);
  const socketDir = searchParams.get('host');
  if (socketDir) return { path: join(socketDir, '.s.PGSQL.5432') };
  return { host: hostname, port: Number(port || 5432) };
}
