/**
 * A process with many clients of one server's streams, which receive events and nothing else, so that they are not the
 * bottleneck. The parent process says what to do: see `ClientCommand`.
 */
import { connect } from 'node:net';

export interface Target {
  port: number;
  path: string;
  /** The access token of each client, for streams that need one. */
  tokens?: readonly string[];
}

export type ClientCommand =
  /** Opens streams until there are `count`. The response is `OpenedStreams`. */
  | { kind: 'open'; target: Target; count: number }
  /** Starts a round. The first response is empty; the second, `ReceivedEvents`, follows when every client has an event. */
  | { kind: 'expect'; timeoutMs: number };

export interface ReceivedEvents {
  /** When each client received the first event of the round, on the machine's monotonic clock. */
  timesMs: Float64Array;
  lost: number;
  doubled: number;
  /** The data of one event. */
  data: string;
}

interface Client {
  isOpen: boolean;
  events: number;
}

/** Connections opened at the same time. */
const OPENING = 200;
/** The server authenticates these, and rejects requests when its database is busy for too long. */
const OPENING_WITH_TOKEN = 20;
/** The connections of one source address, which has 28,000 ports. */
const CLIENTS_PER_ADDRESS = 4_000;
const AFTER_ROUND_MS = 100;

const DATA = Buffer.from('\ndata: ');
const END_OF_HEADERS = Buffer.from('\r\n\r\n');

const monotonicOffsetMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();
/** All sockets read into one buffer, which is read before the next one is. */
const buffer = Buffer.alloc(64 * 1024);
const clients: Client[] = [];
let timesMs = new Float64Array(0);
let received = 0;
let lastData = '';
let onComplete = () => {};

process.on('message', async (command: ClientCommand) => {
  if (command.kind === 'open') {
    await openAll(command.target, command.count);
    process.send?.({});
    return;
  }
  for (const client of clients) client.events = 0;
  timesMs = new Float64Array(clients.length);
  received = 0;
  const complete = new Promise<void>((resolve) => {
    onComplete = resolve;
    setTimeout(resolve, command.timeoutMs);
  });
  process.send?.({});
  await complete;
  // An event that is sent twice may still arrive.
  await new Promise((resolve) => setTimeout(resolve, AFTER_ROUND_MS));
  const result: ReceivedEvents = {
    timesMs: timesMs.slice(0, received),
    lost: clients.length - received,
    doubled: clients.reduce((total, { events }) => total + Math.max(0, events - 1), 0),
    data: lastData,
  };
  process.send?.(result);
});

async function openAll(target: Target, count: number): Promise<void> {
  while (clients.length < count) {
    const missing = Math.min(target.tokens ? OPENING_WITH_TOKEN : OPENING, count - clients.length);
    await Promise.all(Array.from({ length: missing }, () => open(target)));
  }
}

function open({ port, path, tokens = [] }: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    const client: Client = { isOpen: false, events: 0 };
    const token = tokens[clients.length];
    const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
    const localAddress = `127.0.0.${2 + Math.floor(clients.length / CLIENTS_PER_ADDRESS)}`;
    const onread = {
      buffer,
      callback(length: number): boolean {
        if (client.isOpen) receive(client, length);
        else if (buffer.subarray(0, length).includes(END_OF_HEADERS)) {
          if (!buffer.toString('latin1', 0, 12).endsWith(' 200'))
            reject(new Error(buffer.toString('latin1', 0, 200)));
          client.isOpen = true;
          resolve();
        }
        return true;
      },
    };
    const socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true, onread });
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n${authorization}\r\n`,
    );
    socket.once('error', reject);
    clients.push(client);
  });
}

function receive(client: Client, length: number): void {
  const at = buffer.indexOf(DATA);
  if (at < 0 || at >= length) return;
  client.events += 1;
  if (client.events > 1) return;
  timesMs[received] = performance.now() + monotonicOffsetMs;
  received += 1;
  if (received < clients.length) return;
  lastData = buffer.toString('utf8', at + DATA.length, length).trim();
  onComplete();
}
