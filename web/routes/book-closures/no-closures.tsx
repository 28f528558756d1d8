import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { CLEAR_FORM_ID } from './filter-bar.tsx';
import { type ClosureFilters, closuresAddress, countActive } from './filters.ts';

/** Stands where the closures would be. */
export function NoClosures({ filters }: { filters: ClosureFilters }) {
  return (
    <EmptyState
      title="No book closures found"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {/* Fewer match than when the page was stored or linked to; the first page may still have some. */}
          {filters.page > 1 && (
            <ButtonLink to={closuresAddress({ ...filters, page: 1 })} variant="secondary">
              First page
            </ButtonLink>
          )}
          {countActive(filters) > 0 && (
            <Button type="submit" form={CLEAR_FORM_ID} variant="secondary">
              Clear all filters
            </Button>
          )}
        </div>
      }
    >
      Try adjusting your filters or search terms
    </EmptyState>
  );
}
