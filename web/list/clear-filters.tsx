import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';

/** The form that every button belongs to which clears all filters. */
export const CLEAR_FORM_ID = 'clear-filters';

interface ClearFormProps {
  /** The list without filters; without scripts the form leads there. */
  address: string;
  onClear: () => void;
}

export function ClearForm({ address, onClear }: ClearFormProps) {
  return (
    <form
      id={CLEAR_FORM_ID}
      action={address}
      onSubmit={(event) => {
        event.preventDefault();
        onClear();
      }}
    />
  );
}

/** Stands below the fields. */
export function ClearRow({ active, children }: { active: number; children?: ReactNode }) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
      <div className="text-sm text-muted">{children}</div>
      <Button type="submit" form={CLEAR_FORM_ID} variant="secondary" size="small" disabled={active === 0}>
        Clear All Filters
      </Button>
    </div>
  );
}
