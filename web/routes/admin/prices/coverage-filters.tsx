import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { COVERAGE_FILTERS, type CoverageFilter } from './coverage.ts';

const OPTIONS = Object.entries(COVERAGE_FILTERS).map(([value, label]) => ({ value, label }));

/** The filter form. Filters apply on submit. */
export function CoverageFilters({ search, filter }: { search: string; filter: CoverageFilter }) {
  const navigate = useNavigate();
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (value !== '') query.set(name, String(value));
    }
    void navigate(query.size > 0 ? `${paths.adminPrices}?${query}` : paths.adminPrices, {
      preventScrollReset: true,
    });
  };
  return (
    <search aria-label="Prices">
      <form
        // Resets the fields when Back or Forward changes the filters.
        key={`${search} ${filter}`}
        onSubmit={apply}
        className="mb-4 grid items-end gap-3 rounded-box border border-line bg-surface p-4 sm:grid-cols-[1fr_1fr_auto]"
      >
        <TextField
          label="Symbol"
          name="search"
          defaultValue={search}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <SelectField label="Show" name="show" defaultValue={filter} options={OPTIONS} />
        <Button type="submit">Apply filters</Button>
      </form>
    </search>
  );
}
