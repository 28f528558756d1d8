import { formatShortDate } from '#contract/dates.ts';
import type { PriceCoverage } from '#contract/market/prices.ts';
import { SymbolLink } from '#web/symbols/symbol-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { formatCount } from '#web/ui/format-count.ts';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';

const COLUMNS = ['Symbol', 'Days', 'Trading days', 'Gaps', 'Close-only', 'Last close', 'Last import'];

interface CoverageTableProps {
  coverage: readonly PriceCoverage[];
  /** The last day of any symbol. */
  lastDate: string;
}

export function CoverageTable({ coverage, lastDate }: CoverageTableProps) {
  return (
    <DataTable label="Price coverage" columns={COLUMNS}>
      {coverage.map((each) => (
        <DataRow key={each.symbol} head={<SymbolLink symbol={each.symbol} />}>
          <DataCell label="Days">
            {formatShortDate(each.first_date)} – {formatShortDate(each.last_date)}{' '}
            {each.last_date < lastDate && <Badge variant="warning">Behind</Badge>}
          </DataCell>
          <DataCell label="Trading days">
            <span className="figures">{formatCount(each.bars)}</span>
          </DataCell>
          <DataCell label="Gaps">
            <span className="figures">{formatCount(each.gaps)}</span>
          </DataCell>
          <DataCell label="Close-only">
            <span className="figures">{formatCount(each.close_only)}</span>
          </DataCell>
          <DataCell label="Last close">
            <span className="figures">{each.last_close}</span>
          </DataCell>
          <DataCell label="Last import">
            {each.imported_at === null ? 'Demo prices' : <PakistanTime at={each.imported_at} />}
          </DataCell>
        </DataRow>
      ))}
    </DataTable>
  );
}
