import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** `hang` never responds; a number is the status of every response. */
export type Fault = 'hang' | number;

export interface FaultyService {
  url: string;
  port: number;
  setFault(fault: Fault): void;
  /** Closes the port. */
  close(): Promise<void>;
}

/** Starts an HTTP server that fails every request. */
export async function startFaultyHttpService(): Promise<FaultyService> {
  let fault: Fault = 'hang';
  const server = createServer((_request, response) => {
    if (fault === 'hang') return;
    response.writeHead(fault, { 'Content-Type': 'text/plain' }).end('out of service');
  });
  return listen(server, (next) => {
    fault = next;
  });
}

/** Starts a server that accepts connections and never sends anything. */
export const startSilentService = (): Promise<FaultyService> => listen(createTcpServer(), () => {});

async function listen(server: Server, setFault: FaultyService['setFault']): Promise<FaultyService> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    setFault,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
