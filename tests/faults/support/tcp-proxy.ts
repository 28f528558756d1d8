import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A proxy in front of a server, as a slow or faulty network would be. */
export interface TcpProxy {
  port: number;
  /** Delays everything that the server sends from now on. */
  setDelay(ms: number): void;
  /** Cuts the next connections, each in the middle of the next long response of the server. */
  cutNext(connections: number): void;
  /** The number of connections that were cut. */
  countCut(): number;
  close(): Promise<void>;
}

/** A response that is at least this long is cut in its middle. */
const LONG_RESPONSE_BYTES = 512;

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let delayMs = 0;
  let waitingCuts = 0;
  let cuts = 0;

  const server = createServer((client) => {
    const upstream = connect(target);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay().on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (chunk) => upstream.write(chunk));
    let sent = Promise.resolve();
    upstream.on('data', (chunk) => {
      const due = wait(delayMs);
      sent = Promise.all([sent, due]).then(() => {
        if (waitingCuts === 0 || chunk.length < LONG_RESPONSE_BYTES) return void client.write(chunk);
        waitingCuts -= 1;
        cuts += 1;
        client.write(chunk.subarray(0, chunk.length / 2), end);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    setDelay: (ms) => {
      delayMs = ms;
    },
    cutNext: (connections) => {
      waitingCuts = connections;
    },
    countCut: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
