import type { Company } from '#contract/market/companies.ts';
import { SymbolLink } from '#web/symbols/symbol-link.tsx';

interface CompanyTableProps {
  companies: readonly Company[];
  /** The companies of other filters are loading. */
  isStale: boolean;
}

const CELL = 'py-2 pr-4 align-top wrap-anywhere';

/** On narrow screens the sector is below the name. */
export function CompanyTable({ companies, isStale }: CompanyTableProps) {
  return (
    <table
      aria-label="Companies"
      aria-busy={isStale}
      className={`w-full table-fixed text-sm ${isStale ? 'opacity-60' : ''}`}
    >
      <thead className="text-left text-xs text-muted">
        <tr className="border-b border-line-strong">
          <th scope="col" className="w-28 py-2 pr-4 font-medium">
            Symbol
          </th>
          <th scope="col" className="py-2 pr-4 font-medium">
            Company
          </th>
          <th scope="col" className="py-2 font-medium max-sm:hidden">
            Sector
          </th>
        </tr>
      </thead>
      <tbody>
        {companies.map(({ symbol, name, sector, is_listed }) => (
          <tr key={symbol} className="border-b border-line hover:bg-sunken">
            <th scope="row" className={`${CELL} text-left`}>
              <SymbolLink symbol={symbol} />
            </th>
            <td className={CELL}>
              {name}
              <span className="block text-muted sm:hidden">
                {is_listed ? sector : 'Not in the directory'}
              </span>
            </td>
            <td className={`${CELL} text-muted max-sm:hidden`}>
              {is_listed ? (sector ?? 'N/A') : 'Not in the directory'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
