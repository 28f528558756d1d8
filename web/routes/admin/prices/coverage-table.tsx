import { formatShortDate } from '#contract/dates.ts';
import type { PriceCoverage } from '#contract/market/prices.ts';
import { SymbolLink } from '#web/symbols/symbol-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { formatCount } from '#web/ui/format-count.ts';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';

interface CoverageTableProps {
  coverage: readonly PriceCoverage[];
  /** The last day of any symbol. */
  lastDate: string;
}

export const CoverageTable = ({ coverage, lastDate }: CoverageTableProps) => (
  <DataTable
    label="Price coverage"
    rows={coverage}
    getKey={({ symbol }) => symbol}
    columns={{
      Symbol: ({ symbol }) => <SymbolLink symbol={symbol} />,
      Days: ({ first_date, last_date }) => (
        <>
          {formatShortDate(first_date)} – {formatShortDate(last_date)}{' '}
          {last_date < lastDate && <Badge variant="warning">Behind</Badge>}
        </>
      ),
      'Trading days': ({ bars }) => <Figure>{formatCount(bars)}</Figure>,
      Gaps: ({ gaps }) => <Figure>{formatCount(gaps)}</Figure>,
      'Close-only': ({ close_only }) => <Figure>{formatCount(close_only)}</Figure>,
      'Last close': ({ last_close }) => <Figure>{last_close}</Figure>,
      'Last import': ({ imported_at: at }) => (at === null ? 'Demo prices' : <PakistanTime at={at} />),
    }}
  />
);

const Figure = ({ children }: { children: string }) => <span className="figures">{children}</span>;
