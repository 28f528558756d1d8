import { MultiSelect } from '#web/ui/multi-select.tsx';
import { useMeetingCompanies } from './use-meetings.ts';

/** Section 5 of the specification. */
const MAX_SHOWN = 100;
const NONE_KNOWN: string[] = [];

interface CompanySelectProps {
  selected: string[];
  /** Whether the reader is where the companies are chosen. */
  isShown: boolean;
  onChange: (selected: string[]) => void;
}

/** The companies that have meetings; until somebody is about to choose, and without scripts, only the chosen ones. */
export function CompanySelect({ selected, isShown, onChange }: CompanySelectProps) {
  const { data: companies, error, isFetching, refetch } = useMeetingCompanies(isShown);
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
      options={companies ?? NONE_KNOWN}
      selected={selected}
      onChange={onChange}
      maxShown={MAX_SHOWN}
      pending={companies ? null : failure || <span className="with-scripts">Loading companies...</span>}
    />
  );
}
