import type { SystemMinute } from '#contract/admin/system.ts';

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
export function MinuteChart({ title, minutes, read, format }: MinuteChartProps) {
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
          <span className="text-muted"> now, {format(highest)} at most</span>
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
