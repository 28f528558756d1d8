import { useQuery } from '@tanstack/react-query';
import { api } from '#core/web/api/api.ts';
import { CHOICES_STALE_MS, shouldRetry } from '#core/web/api/query-options.ts';
import { renderChoicesState } from '#core/web/list/choices-state.tsx';
import { MultiSelect } from '#core/web/ui/forms/multi-select.tsx';
import type { listBoardMeetingCompanies } from '#features/corporate-actions/contract/board-meetings.ts';
import type { listBookClosureCompanies } from '#features/corporate-actions/contract/book-closures.ts';

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
  const query = useQuery({
    queryKey: [endpoint.path],
    queryFn: async () => (await api(endpoint, {})).companies,
    staleTime: CHOICES_STALE_MS,
    gcTime: CHOICES_STALE_MS,
    retry: shouldRetry,
    enabled: isVisible,
  });
  return (
    <MultiSelect
      label="Companies"
      name="company_name"
      options={query.data ?? NO_NAMES}
      selected={selected}
      onChange={onChange}
      maxShown={MAX_SHOWN}
      pending={renderChoicesState(query, 'companies')}
    />
  );
}
