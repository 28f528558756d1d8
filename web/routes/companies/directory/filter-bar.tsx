import { COMPANIES_SEARCH_MAX_LENGTH } from '#contract/market/companies.ts';
import { paths } from '#contract/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { controlClass } from '#web/ui/forms/field.tsx';
import { SearchBox } from '#web/ui/forms/search-box.tsx';
import { ChevronDownIcon } from '#web/ui/icons.tsx';
import type { CompanyFilters } from './filters.ts';

/** The search is fast: the directory is in the server's memory. */
const SEARCH_DEBOUNCE_MS = 200;

interface CompanyFilterBarProps {
  filters: CompanyFilters;
  sectors: readonly string[];
  /** Resets the search box when it changes. */
  clearCount: number;
  onChange: (changed: Partial<CompanyFilters>) => void;
}

/** Search and sector. Without scripts it is a form with a submit button. */
export function CompanyFilterBar({ filters, sectors, clearCount, onChange }: CompanyFilterBarProps) {
  return (
    <search aria-label="Companies">
      <form
        action={paths.companies}
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-wrap gap-2"
      >
        <SearchBox
          key={clearCount}
          name="search"
          label="Search companies"
          placeholder="Search by symbol or name"
          value={filters.search}
          debounceMs={SEARCH_DEBOUNCE_MS}
          maxLength={COMPANIES_SEARCH_MAX_LENGTH}
          className={`${controlClass} min-w-0 flex-1 basis-44`}
          onSearch={(search) => onChange({ search })}
        />
        <span className="relative block max-sm:w-full sm:w-72">
          <select
            name="sector"
            aria-label="Sector"
            value={filters.sector}
            onChange={({ target }) => onChange({ sector: target.value })}
            className={`${controlClass} w-full appearance-none pr-10`}
          >
            <option value="">All sectors</option>
            {addSelected(sectors, filters.sector).map((sector) => (
              <option key={sector}>{sector}</option>
            ))}
          </select>
          <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted" />
        </span>
        <Button type="submit" className="without-scripts shrink-0">
          Search
        </Button>
      </form>
    </search>
  );
}

/** The URL may contain a sector without companies. */
const addSelected = (sectors: readonly string[], selected: string) =>
  selected === '' || sectors.includes(selected) ? sectors : [...sectors, selected];
