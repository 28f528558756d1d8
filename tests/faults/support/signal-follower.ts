import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { openStreamClient, type StreamClient } from '#tests/support/signals/signal-stream.ts';

/** Sooner than the server asks for, so that clients reconnect while events are being published. */
const RETRY_MS = 20;

/** A visitor whose stream is reopened, possibly on another server, whenever it closes. */
export interface SignalFollower {
  /** The versions of what each stream has received, in order. */
  listVersions(): number[][];
  /** The reasons for which servers ended the stream. */
  listEnds(): string[];
  /** The number of streams after the first. */
  countReconnects(): number;
  /** Waits until a stream is open. */
  opened: Promise<void>;
  /** The version at which the first stream started. */
  getStart(): number;
  /** Cuts the connection. */
  cut(): void;
  stop(): Promise<void>;
}

/** Follows the signals of the server that `pickServer` returns for each stream. */
export function followSignals(pickServer: () => ServerProcess): SignalFollower {
  const streams: StreamClient[] = [];
  let isStopped = false;
  let reportOpen = () => {};
  const opened = new Promise<void>((resolve) => (reportOpen = resolve));
  const listVersions = () =>
    streams.map(({ events }) =>
      events.filter(({ event }) => event !== 'end').map(({ id }) => getVersion(id)),
    );

  async function follow(): Promise<void> {
    while (!isStopped) {
      const port = Number(new URL(pickServer().url).port);
      const stream = await openStreamClient(port).catch(() => null);
      if (stream?.status === 200) {
        streams.push(stream);
        if (streams.length === 1) void stream.waitFor('ready').then(reportOpen);
        if (isStopped) stream.disconnect();
        await stream.closed;
      } else {
        stream?.disconnect();
        await wait(RETRY_MS);
      }
    }
  }

  const following = follow();
  return {
    opened,
    listVersions,
    listEnds: () =>
      streams
        .flatMap(({ events }) => events)
        .filter(({ event }) => event === 'end')
        .map(({ data }) => data.reason),
    countReconnects: () => streams.length - 1,
    getStart: () => listVersions().flat()[0] ?? 0,
    cut: () => streams.at(-1)?.disconnect(),
    async stop() {
      isStopped = true;
      streams.at(-1)?.disconnect();
      await following;
    },
  };
}

const getVersion = (id: string | null) => Number(id?.split(':')[1]);
