import type { ReactNode } from 'react';
import { formatShortDate, MONTHS } from '#core/contract/dates.ts';
import { formatSigned } from '#core/contract/text/format-signed.ts';
import { Figures } from '#core/web/ui/figure.tsx';
import type { Performance } from '#features/signals/contract/track-record/performance.ts';
import { Result } from './figures.tsx';

type Point = Performance['equity'][number];

const WIDTH = 600;
const HEIGHT = 200;

/** The sum of results after each date, as steps, with a table of the ends of months. */
export function EquityChart({ points }: { points: readonly Point[] }) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const totals = points.map(({ total }) => Number(total));
  const [min, max] = [Math.min(0, ...totals), Math.max(0, ...totals)];
  const toY = (total: number) => HEIGHT * (1 - (total - min) / (max - min || 1));
  const [from, until] = [toDays(first.date), toDays(last.date)];
  const toX = (date: string) => (until === from ? WIDTH : (WIDTH * (toDays(date) - from)) / (until - from));
  const steps = points.map(({ date, total }) => `H${toX(date).toFixed(1)}V${toY(Number(total)).toFixed(1)}`);
  const label = `The sum of results is ${formatSigned(last.total)} R on ${formatShortDate(last.date)}; its highest value is ${max.toFixed(2)} R, its lowest ${formatSigned(min.toFixed(2))} R.`;
  return (
    <figure>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-muted">
        <div className="figures relative w-14 text-end" aria-hidden="true" translate="no">
          {getLabels(min, max).map((value) => (
            <span
              key={value}
              className="absolute end-0 -translate-y-1/2"
              style={{ top: `${(100 * toY(value)) / HEIGHT}%` }}
            >
              {`${formatSigned(value.toFixed(1))} R`}
            </span>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          className="h-52 w-full overflow-visible border-s border-line"
        >
          <path
            d={`M0 ${toY(0)}H${WIDTH}`}
            className="fill-none stroke-line-strong"
            vectorEffect="non-scaling-stroke"
            strokeDasharray="4 4"
          />
          <path
            d={`M0 ${toY(0)}${steps.join('')}`}
            className="fill-none stroke-accent"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <span />
        <p className="mt-1 flex justify-between" aria-hidden="true">
          <span>{formatShortDate(first.date)}</span>
          {last !== first && <span>{formatShortDate(last.date)}</span>}
        </p>
      </div>
      <FigureTable
        label="Sum of results in R at the end of each month"
        columns={['Month', 'Sum of results']}
        rows={getMonthEnds(points).map(({ date, total }) => [
          formatMonth(date),
          <Result key="total" value={total} />,
        ])}
      />
    </figure>
  );
}

const toDays = (date: string) => Date.parse(date) / 86_400_000;

/** Labels that are too close to each other are left out. */
function getLabels(min: number, max: number): number[] {
  const isNear = (value: number) => Math.abs(value) < 0.12 * (max - min);
  return [0, ...[min, max].filter((value) => value !== 0 && !isNear(value))];
}

/** Returns the last point of each month, newest first. */
function getMonthEnds(points: readonly Point[]): Point[] {
  const ends = new Map(points.map((point) => [point.date.slice(0, 7), point]));
  return [...ends.values()].reverse();
}

export function formatMonth(date: string): string {
  const month = MONTHS[Number(date.slice(5, 7)) - 1];
  return month === undefined ? date : `${month} ${date.slice(0, 4)}`;
}

interface FigureTableProps {
  label: string;
  columns: readonly string[];
  /** The first cell of a row is its header. */
  rows: readonly (readonly [string, ...ReactNode[]])[];
}

/** The figures of a chart as a table, which opens on request. */
export const FigureTable = (table: FigureTableProps) => (
  <details className="mt-3 text-sm">
    <summary className="link inline-block py-1">Show as a table</summary>
    <div className="mt-2">
      <ReportTable {...table} />
    </div>
  </details>
);

/** A table of figures that fits on phones. */
export function ReportTable({ label, columns, rows }: FigureTableProps) {
  return (
    <table aria-label={label} className="w-full">
      <thead className="text-xs text-muted">
        <tr className="border-b border-line">
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className="py-1.5 ps-3 text-end font-medium first:ps-0 first:text-start"
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name} className="border-b border-line">
            <th scope="row" className="py-1.5 text-start font-normal">
              <Figures>{name}</Figures>
            </th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]} className="figures py-1.5 ps-3 text-end">
                {typeof cell === 'string' ? <Figures>{cell}</Figures> : <span>{cell}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
