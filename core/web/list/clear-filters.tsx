import type { ReactNode } from 'react';
import { Button } from '#core/web/ui/button.tsx';
import { CLEAR_FORM_ID } from './filtered-list.ts';

interface ClearFiltersFormProps {
  /** The path of the list, to which the form navigates without scripts. */
  path: string;
  onClear: () => void;
  /** Hidden fields with the parameters that are not filters. */
  children?: ReactNode;
}

export function ClearFiltersForm({ path, onClear, children }: ClearFiltersFormProps) {
  return (
    <form
      id={CLEAR_FORM_ID}
      action={path}
      onSubmit={(event) => {
        event.preventDefault();
        onClear();
      }}
    >
      {children}
    </form>
  );
}

interface ClearFiltersProps {
  activeCount: number;
  /** A hint next to the button. */
  children?: ReactNode;
}

export function ClearFilters({ activeCount, children }: ClearFiltersProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
      <div className="text-sm text-muted">{children}</div>
      <Button
        type="submit"
        form={CLEAR_FORM_ID}
        variant="secondary"
        size="small"
        disabled={activeCount === 0}
      >
        Clear All Filters
      </Button>
    </div>
  );
}
