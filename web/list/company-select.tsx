import { useQuery } from '@tanstack/react-query';
import type { listBoardMeetingCompanies } from '#contract/corporate-actions/board-meetings.ts';
import type { listBookClosureCompanies } from '#contract/corporate-actions/book-closures.ts';
import { api } from '#web/api/api.ts';
import { CHOICES_STALE_MS, shouldRetry } from '#web/api/query-options.ts';
import { MultiSelect } from '#web/ui/forms/multi-select.tsx';

const MAX_SHOWN = 100;
const NO_NAMES: string[] = [];

interface CompanySelectProps {
  endpoint: typeof listBoardMeetingCompanies | typeof listBookClosureCompanies;
  /** The hundreds of names are loaded only once the field is visible. */
  isVisible: boolean;
  selected: string[];
  onChange: (selected: string[]) => void;
}

/** Selects companies by name. Lists only the selected ones until the names are loaded, and without scripts. */
export function CompanySelect({ endpoint, isVisible, selected, onChange }: CompanySelectProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [endpoint.path],
    queryFn: async () => (await api(endpoint, {})).companies,
    staleTime: CHOICES_STALE_MS,
    gcTime: CHOICES_STALE_MS,
    retry: shouldRetry,
    enabled: isVisible,
  });
  const failure = error !== null && !isFetching && (
    <span>
      <span role="alert">Failed to fetch companies</span>{' '}
      <button type="button" className="link" onClick={() => void refetch()}>
        Try Again
      </button>
    </span>
  );
  return (
    <MultiSelect
      label="Companies"
      name="company_name"
      options={data ?? NO_NAMES}
      selected={selected}
      onChange={onChange}
      maxShown={MAX_SHOWN}
      pending={data ? null : failure || <span className="with-scripts">Loading companies...</span>}
    />
  );
}
