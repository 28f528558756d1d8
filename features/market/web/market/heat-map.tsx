import { useQuery } from '@tanstack/react-query';
import { getCompanyPath } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry } from '#core/web/api/query-options.ts';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import {
  getHeatMap,
  type HeatMap as HeatMapData,
  type MarketQuery,
} from '#features/market/contract/facts.ts';
import { formatLarge, formatPercent } from '#features/market/web/public/facts/change.tsx';

interface HeatMapProps {
  /** On the server. */
  rendered: HeatMapData | undefined;
  query: MarketQuery;
  /** For example `day`. */
  period: string;
}

/** The map of companies, which the browser loads unless it is as the server rendered it. */
export function HeatMap({ rendered, query, period }: HeatMapProps) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [getHeatMap.path, query],
    queryFn: () => api(getHeatMap, { query }),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    placeholderData: (previous) => previous,
  });
  const map = rendered ?? data;
  if (map) return <LoadedMap map={map} period={period} />;
  return isError ? (
    <LoadFailure isBusy={isFetching} onRetry={() => void refetch()}>
      Failed to load the map. Please try again.
    </LoadFailure>
  ) : (
    <Skeleton>Loading the map...</Skeleton>
  );
}

/** The traded companies as a map and as a table. Losses are hatched, so that the map can be read without colors. */
function LoadedMap({ map, period }: { map: HeatMapData; period: string }) {
  const { width, height, sectors, companies } = map;
  const scale = getScale(period);
  return (
    <>
      <p className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
        {LEGEND.map(({ fill, text }) => (
          <span key={fill} className="inline-flex items-center gap-1.5">
            <svg aria-hidden="true" width="18" height="12" className="border border-line-strong">
              <rect width="18" height="12" fill={fill} />
            </svg>
            <span>{text(scale)}</span>
          </span>
        ))}
      </p>
      <section
        aria-label="Map of the market"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
        tabIndex={0}
        className="relative overflow-x-auto"
      >
        <svg
          role="img"
          {...NOT_TRANSLATED}
          aria-label="Companies by sector, as large as their traded value. The table below has the figures."
          viewBox={`0 0 ${width} ${height}`}
          className="h-auto w-full min-w-200 bg-sunken"
        >
          <HatchPatterns />
          {sectors.map((sector) => (
            <text
              key={sector.sector}
              x={sector.x + 3}
              y={sector.y + 13}
              className="fill-ink text-[12px] font-semibold"
            >
              {truncate(sector.sector, sector.width / 7.6)}
            </text>
          ))}
          {/* Few elements and attributes: there are 500 companies. */}
          {[...Map.groupBy(companies, ({ change }) => getFill(change, scale))].map(([fill, members]) => (
            <g key={fill.fill} fill={fill.fill}>
              {members.map(({ symbol, change, value, x, y, width: w, height: h }) => (
                <rect key={symbol} x={x} y={y} width={w} height={h}>
                  <title>{`${symbol}: ${change === null ? 'change not known' : formatPercent(change)}, Rs. ${formatLarge(Number(value))}`}</title>
                </rect>
              ))}
              <g textAnchor="middle" className={`pointer-events-none ${fill.text}`}>
                {members.map((company) => (
                  <Label key={company.symbol} company={company} />
                ))}
              </g>
            </g>
          ))}
        </svg>
      </section>
      <details className="mt-3 text-sm">
        <summary className="inline-flex min-h-8 items-center">
          <span className="link">{`Show as a table (${formatCount(companies.length)})`}</span>
        </summary>
        <section
          aria-label="Table of the map"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
          tabIndex={0}
          className="relative mt-2 max-h-120 overflow-auto"
        >
          <table
            aria-label="Companies of the map"
            className="w-full [&_td]:ps-4 [&_td]:text-end [&_td]:tabular-nums [&_th]:py-1 [&_th]:text-start"
          >
            <thead className="text-xs text-muted">
              <tr className="border-b border-line">
                <th scope="col">Company</th>
                {['Close', 'Change', 'Volume', 'Value'].map((column) => (
                  <th key={column} scope="col" className="ps-4 text-end!">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            {[...Map.groupBy(companies, ({ sector }) => sector)].map(([sector, members]) => (
              <tbody key={sector} translate="no">
                <tr className="border-b border-line text-muted" translate="yes">
                  <th scope="rowgroup" colSpan={5}>
                    {sector}
                  </th>
                </tr>
                {members.map(({ symbol, close, change, volume, value }) => (
                  <tr key={symbol}>
                    <th scope="row">
                      <a href={getCompanyPath(symbol)}>{symbol}</a>
                    </th>
                    <td>{close}</td>
                    <td>{change === null ? '–' : formatPercent(change)}</td>
                    <td>{volume === null ? '–' : formatCount(volume)}</td>
                    <td>{value === null ? '–' : formatLarge(Number(value))}</td>
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </section>
      </details>
    </>
  );
}

/** React's types have the attribute for HTML only. */
const NOT_TRANSLATED = { translate: 'no' } as object;

/** The changes, in percent, from which colors are stronger. */
const SCALES: Readonly<Record<string, readonly [number, number]>> = {
  day: [1, 3],
  week: [2, 6],
  month: [4, 12],
  year: [15, 50],
};
const getScale = (period: string) => SCALES[period] ?? ([1, 3] as const);

type Scale = readonly [number, number];

const mix = (color: string, share: number) =>
  `color-mix(in srgb, var(--color-${color}) ${share}%, var(--color-surface))`;

const FILLS = {
  gain: [mix('gain', 18), mix('gain', 42), 'var(--color-gain)'],
  loss: ['url(#loss-0)', 'url(#loss-1)', 'url(#loss-2)'],
} as const;
const NO_CHANGE = 'var(--color-sunken)';

const LEGEND: readonly { fill: string; text: (scale: Scale) => string }[] = [
  { fill: FILLS.gain[2], text: ([, strong]) => `+${strong}% or more` },
  { fill: FILLS.gain[1], text: ([weak, strong]) => `+${weak} to +${strong}%` },
  { fill: FILLS.gain[0], text: ([weak]) => `0 to +${weak}%` },
  { fill: NO_CHANGE, text: () => 'unchanged' },
  { fill: FILLS.loss[0], text: ([weak]) => `0 to −${weak}%` },
  { fill: FILLS.loss[1], text: ([weak, strong]) => `−${weak} to −${strong}%` },
  { fill: FILLS.loss[2], text: ([, strong]) => `−${strong}% or lower` },
];

interface Fill {
  fill: string;
  text: string;
}

const toFill = (fill: string, strength: number): Fill => ({
  fill,
  text: strength === 2 ? 'fill-page' : 'fill-ink',
});
const GAINS = FILLS.gain.map(toFill);
const LOSSES = FILLS.loss.map(toFill);
const UNCHANGED = toFill(NO_CHANGE, 0);

function getFill(change: string | null, [weak, strong]: Scale): Fill {
  const number = Number(change);
  const amount = Math.abs(number);
  const strength = amount >= strong ? 2 : amount >= weak ? 1 : 0;
  return (number === 0 ? null : (number > 0 ? GAINS : LOSSES)[strength]) ?? UNCHANGED;
}

const MIN_FONT_SIZE = 8;
const MAX_FONT_SIZE = 26;
/** Of capital letters in bold, in the size of the font. Some fonts are wide. */
const LETTER_WIDTH = 0.8;

/** The symbol and the change, in rectangles that have room for them. */
function Label({ company: { symbol, change, ...box } }: { company: HeatMapData['companies'][number] }) {
  const size = Math.min(box.width / (symbol.length * LETTER_WIDTH + 0.6), box.height / 2.6, MAX_FONT_SIZE);
  if (size < MIN_FONT_SIZE) return null;
  const x = box.x + box.width / 2;
  const text = change === null ? '' : formatPercent(change);
  const changeSize = Math.min(size * 0.8, box.width / (text.length * LETTER_WIDTH));
  return (
    <text x={x} y={box.y + box.height / 2} fontSize={round(size)}>
      <tspan fontWeight="600">{symbol}</tspan>
      {text && changeSize >= MIN_FONT_SIZE - 1 && (
        <tspan x={x} dy="1.2em" fontSize={round(changeSize)}>
          {text}
        </tspan>
      )}
    </text>
  );
}

const round = (size: number) => Math.round(size * 10) / 10;

function HatchPatterns() {
  const colors = [mix('loss', 18), mix('loss', 42), 'var(--color-loss)'];
  return (
    <defs>
      {colors.map((color, strength) => (
        <pattern
          key={color}
          id={`loss-${strength}`}
          width="7"
          height="7"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="7" height="7" fill={color} />
          <rect
            width="1.5"
            height="7"
            fill={strength === 2 ? 'var(--color-page)' : 'var(--color-loss)'}
            opacity="0.3"
          />
        </pattern>
      ))}
    </defs>
  );
}

const truncate = (text: string, length: number) =>
  text.length <= length ? text : length < 4 ? '' : `${text.slice(0, Math.floor(length) - 1)}…`;
