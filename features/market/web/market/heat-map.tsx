import { getCompanyPath } from '#core/contract/paths.ts';
import { formatCount } from '#core/web/ui/format-count.ts';
import type { HeatMap as HeatMapData } from '#features/market/contract/facts.ts';
import { formatLarge, formatPercent } from '#features/market/web/public/facts/change.tsx';

interface HeatMapProps {
  map: HeatMapData;
  /** For example `day`. */
  period: string;
}

/** The traded companies as a map and as a table. Losses are hatched, so that the map can be read without colors. */
export function HeatMap({ map, period }: HeatMapProps) {
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
          {companies.map(({ symbol, change, value, ...box }) => {
            const fill = getFill(change, scale);
            const size = Math.min(box.width / (symbol.length * 0.72), box.height / 2.6, 26);
            return (
              <g key={symbol}>
                <rect x={box.x} y={box.y} width={box.width} height={box.height} fill={fill.fill}>
                  <title>{`${symbol}: ${change === null ? 'change not known' : formatPercent(change)}, Rs. ${formatLarge(Number(value))}`}</title>
                </rect>
                {size >= 8 && (
                  <text
                    x={box.x + box.width / 2}
                    y={box.y + box.height / 2}
                    textAnchor="middle"
                    className={`pointer-events-none ${fill.text}`}
                  >
                    <tspan fontSize={size} className="font-semibold">
                      {symbol}
                    </tspan>
                    {change !== null && (
                      <tspan
                        x={box.x + box.width / 2}
                        dy={size}
                        fontSize={Math.min(size * 0.8, box.width / 5)}
                      >
                        {formatPercent(change)}
                      </tspan>
                    )}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </section>
      <details className="mt-3 text-sm">
        <summary className="inline-flex min-h-8 items-center">
          <span className="link">{`The map as a table of ${formatCount(companies.length)} companies`}</span>
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
            {/* Few elements and classes: there are 500 companies. */}
            {[...Map.groupBy(companies, ({ sector }) => sector)].map(([sector, members]) => (
              <tbody key={sector}>
                <tr className="border-b border-line text-muted">
                  <th scope="rowgroup" colSpan={5}>
                    {sector}
                  </th>
                </tr>
                {members.map(({ symbol, close, change, volume, value }) => (
                  <tr key={symbol}>
                    <th scope="row" translate="no">
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
  { fill: FILLS.gain[2], text: ([, strong]) => `+${strong}% and more` },
  { fill: FILLS.gain[1], text: ([weak, strong]) => `+${weak} to ${strong}%` },
  { fill: FILLS.gain[0], text: ([weak]) => `up to +${weak}%` },
  { fill: NO_CHANGE, text: () => 'unchanged' },
  { fill: FILLS.loss[0], text: ([weak]) => `down to −${weak}%` },
  { fill: FILLS.loss[1], text: ([weak, strong]) => `−${weak} to ${strong}%` },
  { fill: FILLS.loss[2], text: ([, strong]) => `−${strong}% and less` },
];

function getFill(change: string | null, [weak, strong]: Scale): { fill: string; text: string } {
  const number = Number(change);
  if (number === 0) return { fill: NO_CHANGE, text: 'fill-ink' };
  const amount = Math.abs(number);
  const strength = amount >= strong ? 2 : amount >= weak ? 1 : 0;
  return {
    fill: FILLS[number > 0 ? 'gain' : 'loss'][strength],
    text: strength === 2 ? 'fill-page' : 'fill-ink',
  };
}

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
