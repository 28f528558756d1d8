import { Button } from '#web/ui/button.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { MultiSelect } from '#web/ui/multi-select.tsx';
import { useClosureCompanies } from './use-closures.ts';

/** Section 9 of the specification. */
const MAX_SHOWN = 100;
const MAX_CHIPS = 4;
const MAX_CHIP_LENGTH = 12;

interface CompanyFilterProps {
  /** Whether the filters are to be seen: then the names are asked for. */
  isWanted: boolean;
  selected: string[];
  onChange: (selected: string[]) => void;
}

export function CompanyFilter({ isWanted, selected, onChange }: CompanyFilterProps) {
  const { data, isError, refetch } = useClosureCompanies(isWanted);
  return (
    // Without scripts the names never come; a search finds companies too.
    <div className={`grid min-w-0 content-start gap-2 ${selected.length === 0 ? 'with-scripts' : ''}`}>
      <MultiSelect
        label="Companies"
        name="company_name"
        options={data?.companies ?? []}
        selected={selected}
        onChange={onChange}
        maxShown={MAX_SHOWN}
        pending={data ? undefined : <Pending isError={isError} onRetry={() => void refetch()} />}
      />
      <Chips
        label="Companies chosen"
        names={selected}
        max={MAX_CHIPS}
        maxLength={MAX_CHIP_LENGTH}
        onRemove={(removed) => onChange(selected.filter((name) => name !== removed))}
      />
    </div>
  );
}

function Pending({ isError, onRetry }: { isError: boolean; onRetry: () => void }) {
  if (!isError) return <span className="with-scripts">Loading companies...</span>;
  return (
    <div role="alert" className="flex items-center justify-between gap-2">
      Failed to fetch companies
      <Button variant="secondary" size="small" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
