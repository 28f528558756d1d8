import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { CLEAR_FORM_ID } from './clear-filters.tsx';

interface NothingFoundProps {
  title: string;
  children: string;
  /** How many filters are set. */
  active: number;
  /** The first page with the same filters; `null` when this is it. */
  firstPage: string | null;
}

/** Stands where a filtered list would be. */
export function NothingFound({ title, children, active, firstPage }: NothingFoundProps) {
  return (
    <EmptyState
      title={title}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {/* Fewer match than when the page was stored or linked to; the first page may still have some. */}
          {firstPage !== null && (
            <ButtonLink to={firstPage} variant="secondary">
              First page
            </ButtonLink>
          )}
          {active > 0 && (
            <Button type="submit" form={CLEAR_FORM_ID} variant="secondary">
              Clear all filters
            </Button>
          )}
        </div>
      }
    >
      {children}
    </EmptyState>
  );
}
