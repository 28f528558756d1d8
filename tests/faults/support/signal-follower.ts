import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { openStreamClient, type StreamClient } from '#tests/support/signals/signal-stream.ts';

/** Sooner than the server asks for, so that clients reconnect while events are being published. */
const RETRY_MS = 20;

/** A visitor whose stream is reopened, possibly on another server, whenever it closes. */
export interface SignalFollower {
  /** The positions of the received events. */
  listPositions(): number[];
  /** The reasons for which servers ended the stream. */
  listEnds(): string[];
  /** The number of streams that could not resume. */
  countRestarts(): number;
  /** The number of streams after the first. */
  countReconnects(): number;
  /** Waits until a stream is open. */
  opened: Promise<void>;
  /** The position at which the first stream started. */
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
  const listEvents = () => streams.flatMap(({ events }) => events);
  const listReady = () => listEvents().filter(({ event }) => event === 'ready');

  async function follow(): Promise<void> {
    while (!isStopped) {
      const port = Number(new URL(pickServer().url).port);
      const stream = await openStreamClient(port, { lastEventId: streams.at(-1)?.lastEventId }).catch(
        () => null,
      );
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
    listPositions: () =>
      listEvents()
        .filter(({ event }) => event !== 'ready' && event !== 'end')
        .map(({ id }) => getPosition(id)),
    listEnds: () =>
      listEvents()
        .filter(({ event }) => event === 'end')
        .map(({ data }) => data.reason),
    countRestarts: () =>
      listReady()
        .slice(1)
        .filter(({ data }) => !data.resumed).length,
    countReconnects: () => streams.length - 1,
    getStart: () => getPosition(listReady()[0]?.id ?? null),
    cut: () => streams.at(-1)?.disconnect(),
    async stop() {
      isStopped = true;
      streams.at(-1)?.disconnect();
      await following;
    },
  };
}

const getPosition = (id: string | null) => Number(id?.split(':')[1]);
