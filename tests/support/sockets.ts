import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection of a client that sends what a test says, byte for byte. */
export interface RawClient {
  socket: Socket;
  send(text: string): void;
  /** Everything that has been received so far. */
  received(): string;
  /** Resolves when the server has closed the connection, to what it sent before. */
  closed: Promise<string>;
}

/** Connects; a client that does not read leaves every byte that the server sends where it is. */
export async function connectTo(
  { host = '127.0.0.1', port }: { host?: string; port: number },
  { isReading = true } = {},
): Promise<RawClient> {
  const socket = connect({ host, port });
  const chunks: Buffer[] = [];
  const received = () => Buffer.concat(chunks).toString();
  // The server may reset a connection on which it has not read everything.
  socket.on('error', () => {});
  if (isReading) socket.on('data', (chunk) => chunks.push(chunk));
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received())));
  await once(socket, 'connect');
  return { socket, send: (text) => void socket.write(text), received, closed };
}
