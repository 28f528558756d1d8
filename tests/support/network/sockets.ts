import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A TCP client that sends raw text. */
export interface RawClient {
  socket: Socket;
  send(text: string): void;
  /** Returns everything that was received so far. */
  received(): string;
  /** Resolves with everything that was received once the server has closed the connection. */
  closed: Promise<string>;
}

/** Connects to a server. With `isReading: false` the client never reads, so that the server's send buffer fills up. */
export async function connectTo(
  { host = '127.0.0.1', port }: { host?: string; port: number },
  { isReading = true } = {},
): Promise<RawClient> {
  const socket = connect({ host, port });
  const chunks: Buffer[] = [];
  const received = () => Buffer.concat(chunks).toString();
  // The server may reset a connection with unread data.
  socket.on('error', () => {});
  if (isReading) socket.on('data', (chunk) => chunks.push(chunk));
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received())));
  await once(socket, 'connect');
  return { socket, send: (text) => void socket.write(text), received, closed };
}
