import type { ReactNode } from 'react';
import type { EndpointOutput } from '#core/contract/endpoint.ts';
import { formatCount } from '#core/web/ui/format-count.ts';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import type { readSystem, SystemMinute } from '#features/operations/contract/system.ts';

export type SystemState = EndpointOutput<typeof readSystem>;

/** Shows the server that responded, with its last hour. */
export function ServerState({ server }: { server: SystemState['server'] }) {
  const { minutes } = server;
  return (
    <section>
      <h2 className="text-lg">This server</h2>
      <p className="mb-4 max-w-2xl text-sm text-muted">
        If several servers run, each request may reach another one.
      </p>
      <div className="mb-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {CHARTS.map(([title, read, format]) => (
          <MinuteChart key={title} title={title} minutes={minutes} read={read} format={format} />
        ))}
      </div>
      <dl className="grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2">
        <Fact name="Version">{`${server.version}, on Node.js ${server.node_version}`}</Fact>
        <Fact name="Started">
          <PakistanTime at={server.started_at} />
        </Fact>
        <Fact name="Database">
          <span>{server.database === 'postgresql' ? 'PostgreSQL' : 'Embedded'}</span>,{' '}
          <span>{server.connections_in_use}</span>{' '}
          <span>{server.connections_in_use === 1 ? 'connection' : 'connections'}</span> in use
          <span>
            {server.connections_awaited > 0 && `, ${server.connections_awaited} requests waiting for one`}
          </span>
        </Fact>
        <Fact name="Open signal streams">{formatCount(server.streams)}</Fact>
        <Fact name="Cache">
          {`${formatCount(server.cached_responses)} responses, ${formatMegabytes(server.cached_bytes)}`}
        </Fact>
        <Fact name="Sent from the cache">
          {server.cache_hit_ratio === null
            ? 'No requests yet'
            : `${Math.round(100 * server.cache_hit_ratio)} % of requests since the start`}
        </Fact>
      </dl>
    </section>
  );
}

type Chart = [title: string, read: (minute: SystemMinute) => number, format: (value: number) => string];

const CHARTS: Chart[] = [
  ['Requests per minute', ({ requests }) => requests, formatCount],
  ['Server errors per minute', ({ server_errors }) => server_errors, formatCount],
  [
    'Longest delay',
    ({ event_loop_delay_ms }) => event_loop_delay_ms,
    (delay) => `${formatCount(Math.round(delay))} ms`,
  ],
  ['Memory', ({ memory_bytes }) => memory_bytes, (bytes) => formatMegabytes(bytes)],
];

const formatMegabytes = (bytes: number) => `${formatCount(Math.round(bytes / 1e6))} MB`;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 border-b border-line py-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="text-end">{children}</dd>
    </div>
  );
}

interface MinuteChartProps {
  title: string;
  /** Oldest first, an hour at most. */
  minutes: readonly SystemMinute[];
  read: (minute: SystemMinute) => number;
  format: (value: number) => string;
}

const WIDTH = 120;
const HEIGHT = 32;
const BARS = 60;
const BAR_WIDTH = WIDTH / BARS;

/** A bar per minute of the last hour, with the last and the highest value in words. */
function MinuteChart({ title, minutes, read, format }: MinuteChartProps) {
  const values = minutes.map(read);
  const last = values.at(-1);
  const highest = Math.max(0, ...values);
  return (
    <figure className="rounded-box border border-line bg-surface p-3">
      <figcaption className="text-xs text-muted">{title}</figcaption>
      {last === undefined ? (
        <p className="mt-1 text-sm text-muted">After the first minute</p>
      ) : (
        <p className="figures mt-1 text-sm">
          <span className="font-semibold">{format(last)}</span>
          <span className="text-muted">{` now, ${format(highest)} at most`}</span>
        </p>
      )}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-2 h-8 w-full border-b border-line-strong"
        aria-hidden="true"
      >
        {minutes.map((minute, index) => {
          const height = highest === 0 ? 0 : (HEIGHT * read(minute)) / highest;
          return (
            <rect
              key={minute.at}
              x={(BARS - minutes.length + index) * BAR_WIDTH}
              y={HEIGHT - height}
              width={BAR_WIDTH * 0.8}
              height={height}
              className="fill-accent"
            />
          );
        })}
      </svg>
    </figure>
  );
}
