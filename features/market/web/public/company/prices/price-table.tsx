import type { ReactNode } from 'react';
import { formatCount } from '#core/web/ui/format-count.ts';
import { formatPeriod, type Period, type PriceRow } from './summarize-bars.ts';

const PERIOD_NAMES: Readonly<Record<Period, string>> = { day: 'Day', week: 'Week', month: 'Month' };
const COLUMNS = ['Open', 'High', 'Low', 'Close', 'Volume'];

interface PriceTableProps {
  symbol: string;
  period: Period;
  /** The dates that the rows cover, for example `1 year`. */
  rangeName: string;
  rows: readonly PriceRow[];
}

/** The prices of a range as a table, also without scripts. */
export function PriceTable({ symbol, period, rangeName, rows }: PriceTableProps) {
  const description = `${symbol} by ${period}, ${rangeName}, the latest first, in rupees. – means not known.`;
  return (
    <details className="mt-4 text-sm">
      <summary className="inline-flex min-h-8 items-center">
        <span className="link">Prices as a table</span>
      </summary>
      {/* Outside of the table, which is wider than a phone. */}
      <p aria-hidden="true" className="mt-2 text-xs text-muted">
        {description}
      </p>
      <section
        aria-label={`Prices of ${symbol}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
        tabIndex={0}
        className="mt-2 max-h-96 overflow-auto"
      >
        <table className="w-full">
          <caption className="sr-only">{description}</caption>
          <thead className="text-xs text-muted">
            <tr className="border-b border-line">
              <th scope="col" className="py-1.5 pe-3 text-start font-medium">
                {PERIOD_NAMES[period]}
              </th>
              {COLUMNS.map((name) => (
                <th key={name} scope="col" className="py-1.5 ps-3 text-end font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.to} className="border-b border-line">
                <th scope="row" className="py-1.5 pe-3 text-start font-normal whitespace-nowrap">
                  {formatPeriod(row, period)}
                </th>
                <Figure>{row.open ?? '–'}</Figure>
                <Figure>{row.high ?? '–'}</Figure>
                <Figure>{row.low ?? '–'}</Figure>
                <Figure>{row.close}</Figure>
                <Figure>{row.volume === null ? '–' : formatCount(row.volume)}</Figure>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

const Figure = ({ children }: { children: ReactNode }) => (
  <td className="figures py-1.5 ps-3 text-end" translate="no">
    {children}
  </td>
);
