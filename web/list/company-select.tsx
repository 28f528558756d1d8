import type { UseQueryResult } from '@tanstack/react-query';
import { MultiSelect } from '#web/ui/forms/multi-select.tsx';

/** Sections 5 and 9 of the specification. */
const MAX_SHOWN = 100;
const NONE_KNOWN: string[] = [];

interface CompanySelectProps {
  /** The names to choose from. */
  companies: UseQueryResult<string[], unknown>;
  selected: string[];
  onChange: (selected: string[]) => void;
}

/** Companies by name. Until the names are here, and without scripts, only the chosen ones are listed. */
export function CompanySelect({ companies, selected, onChange }: CompanySelectProps) {
  const { data, error, isFetching, refetch } = companies;
  const failure = error !== null && !isFetching && (
    <>
      <span role="alert">Failed to fetch companies</span>{' '}
      <button type="button" className="link" onClick={() => void refetch()}>
        Try Again
      </button>
    </>
  );
  return (
    <MultiSelect
      label="Companies"
      name="company_name"
      options={data ?? NONE_KNOWN}
      selected={selected}
      onChange={onChange}
      maxShown={MAX_SHOWN}
      pending={data ? null : failure || <span className="with-scripts">Loading companies...</span>}
    />
  );
}
