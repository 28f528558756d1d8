import type { FormEvent, ReactNode } from 'react';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import type { LogUrl } from './log-url.ts';

interface DateFilters {
  from_date: string;
  to_date: string;
}

interface LogFilterFormProps<Filters> {
  label: string;
  /** The columns of the fields on wide screens. */
  className: string;
  url: LogUrl<Filters>;
  filters: Filters;
  onApply: (filters: Filters) => void;
  /** The fields before those of the dates. */
  children: ReactNode;
}

/** The filter form of a log. Filters apply on submit. */
export function LogFilterForm<Filters extends DateFilters>({
  label,
  className,
  url,
  filters,
  onApply,
  children,
}: LogFilterFormProps<Filters>) {
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) values.set(name, String(value));
    onApply(url.parse(values).filters);
  };
  const isFiltered = Object.keys(url.toQuery(filters)).length > 0;
  return (
    <search aria-label={label}>
      <form
        // Resets the fields when Back, Forward or a link changes the filters.
        key={JSON.stringify(filters)}
        onSubmit={apply}
        className={`mb-6 grid grid-cols-2 gap-3 rounded-box border border-line bg-surface p-4 max-sm:*:col-span-2 ${className}`}
      >
        {children}
        <TextField label="From date" name="from_date" type="date" defaultValue={filters.from_date} />
        <TextField label="To date" name="to_date" type="date" defaultValue={filters.to_date} />
        <div className="col-span-full flex flex-wrap justify-end gap-2">
          {isFiltered && (
            <ButtonLink to={url.build({})} variant="secondary" size="small">
              Clear filters
            </ButtonLink>
          )}
          <Button type="submit" size="small">
            Apply filters
          </Button>
        </div>
      </form>
    </search>
  );
}
