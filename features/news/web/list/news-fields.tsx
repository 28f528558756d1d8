import type { ReactNode } from 'react';
import { Chips, SelectedSymbols } from '#core/web/list/chips.tsx';
import { ClearFilters } from '#core/web/list/clear-filters.tsx';
import { MultiSelect } from '#core/web/ui/forms/multi-select.tsx';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import type { NewsOrdering } from '#features/news/contract/endpoints.ts';
import { type NewsFilters, newsList } from './filters.ts';

const ORDERINGS: { value: NewsOrdering; label: string }[] = [
  { value: '-pub_date', label: 'Latest first' },
  { value: 'pub_date', label: 'Oldest first' },
  { value: 'title', label: 'Title A-Z' },
  { value: '-title', label: 'Title Z-A' },
];

/** The names to filter by. */
export interface NewsChoices {
  sources: string[];
  sectors: string[];
  categories: string[];
}

export interface NewsFieldsProps {
  filters: NewsFilters;
  choices: NewsChoices;
  /** The state of the choices while they are not loaded. */
  pending: ReactNode;
  onChange: (changed: Partial<NewsFilters>) => void;
}

export function NewsFields({ filters, choices, pending, onChange }: NewsFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <SelectField
          label="Source"
          name="source"
          value={filters.source}
          options={getSourceOptions(choices.sources, filters.source)}
          onChange={(event) => onChange({ source: event.target.value })}
        />
        <SelectField
          label="Sort by"
          name="ordering"
          value={filters.ordering}
          options={ORDERINGS}
          onChange={(event) => onChange({ ordering: event.target.value as NewsOrdering })}
        />
        <MultiSelectField
          label="Sectors"
          name="sector"
          options={choices.sectors}
          pending={pending}
          selected={filters.sector}
          onChange={(sector) => onChange({ sector })}
        />
        <MultiSelectField
          label="Categories"
          name="category"
          options={choices.categories}
          pending={pending}
          selected={filters.category}
          onChange={(category) => onChange({ category })}
        />
      </div>
      <div className="mt-2 text-sm text-muted empty:hidden">{pending}</div>
      <div className="mt-4 empty:hidden">
        <SelectedSymbols symbols={filters.symbol} onChange={(symbol) => onChange({ symbol })} />
      </div>
      <ClearFilters activeCount={newsList.countActive(filters)} />
    </>
  );
}

/** Lists the sources, including the selected one if it no longer has articles. */
function getSourceOptions(sources: string[], selected: string) {
  const names = selected === '' || sources.includes(selected) ? sources : [...sources, selected];
  return [{ value: '', label: 'All sources' }, ...names.map((name) => ({ value: name, label: name }))];
}

interface MultiSelectFieldProps {
  label: string;
  name: string;
  options: string[];
  selected: string[];
  pending: ReactNode;
  onChange: (selected: string[]) => void;
}

const MAX_CHIPS = 3;
const MAX_CHIP_LENGTH = 15;

function MultiSelectField(props: MultiSelectFieldProps) {
  const { label, selected, onChange } = props;
  return (
    <div className="grid min-w-0 content-start gap-2">
      <MultiSelect {...props} />
      <Chips
        label={`Selected ${label.toLowerCase()}`}
        names={selected}
        max={MAX_CHIPS}
        maxLength={MAX_CHIP_LENGTH}
        onRemove={(removed) => onChange(selected.filter((name) => name !== removed))}
      />
    </div>
  );
}
