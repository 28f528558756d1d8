import { formatSigned } from '#contract/format-signed.ts';
import type { Performance } from '#contract/track-record/performance.ts';
import { FigureTable } from './figure-table.tsx';

type Bucket = Performance['distribution'][number];

const BAR_HEIGHT = 16;
const ROW_HEIGHT = 26;

/** The number of closed signals by result, as bars. */
export function DistributionChart({ buckets }: { buckets: readonly Bucket[] }) {
  const largest = Math.max(1, ...buckets.map(({ count }) => count));
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  const label = `Closed signals by result: ${buckets.map((bucket) => `${formatRange(bucket)}: ${bucket.count}`).join('; ')}.`;
  const height = buckets.length * ROW_HEIGHT;
  return (
    <figure>
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 text-xs">
        <ul className="figures text-end text-muted" aria-hidden="true" translate="no">
          {buckets.map((bucket) => (
            <li key={bucket.from} style={{ height: ROW_HEIGHT, lineHeight: `${BAR_HEIGHT}px` }}>
              {formatRange(bucket)}
            </li>
          ))}
        </ul>
        <svg
          viewBox={`0 0 100 ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          className="w-full border-s border-line-strong"
          style={{ height }}
        >
          {buckets.map(({ from, count }, index) => (
            <rect
              key={from}
              y={index * ROW_HEIGHT}
              width={(100 * count) / largest}
              height={BAR_HEIGHT}
              className={from !== null && from >= 0 ? 'fill-gain' : 'fill-loss'}
            />
          ))}
        </svg>
        <ul className="figures" aria-hidden="true">
          {buckets.map(({ from, count }) => (
            <li key={from} style={{ height: ROW_HEIGHT, lineHeight: `${BAR_HEIGHT}px` }}>
              {count}
            </li>
          ))}
        </ul>
      </div>
      <FigureTable
        label="Closed signals by result"
        columns={['Result', 'Signals', 'Share']}
        rows={buckets.map((bucket) => [
          formatRange(bucket),
          bucket.count,
          `${total === 0 ? 0 : Math.round((100 * bucket.count) / total)} %`,
        ])}
      />
    </figure>
  );
}

function formatRange({ from, to }: Bucket): string {
  if (from === null) return `below ${formatSigned(String(to))} R`;
  if (to === null) return `${formatSigned(String(from))} R and more`;
  return `${formatSigned(String(from))} to ${formatSigned(String(to))} R`;
}
