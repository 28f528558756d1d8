import { useLocation } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { readFilters } from '#features/signals/web/public/psx/filters.ts';
import { TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';

interface NoSignalsProps {
  type: SignalType;
  isFiltered: boolean;
  clearUrl: string;
}

/** Replaces an empty list of signals. */
export function NoSignals({ type, isFiltered, clearUrl }: NoSignalsProps) {
  const isOfCompanies = readFilters(new URLSearchParams(useLocation().search)).symbol.length > 1;
  if (!isFiltered)
    return (
      <EmptyState title="No Signals Available">{`No ${TYPE_LABELS[type]} Signals are currently available. Check back later!`}</EmptyState>
    );
  return (
    <EmptyState
      title={
        isOfCompanies
          ? `None of your companies has ${getArticle(type)} signal`
          : 'No signals match your filters'
      }
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {isOfCompanies && (
            <ButtonLink to={paths.watchlist} variant="secondary">
              My companies
            </ButtonLink>
          )}
          <ButtonLink to={clearUrl} preventScrollReset variant="secondary">
            Clear all filters
          </ButtonLink>
        </div>
      }
    >{`Change the filters, clear them to see all ${TYPE_LABELS[type]} signals, or open another tab, which keeps them.`}</EmptyState>
  );
}

const getArticle = (type: SignalType) => `${type === 'swing' ? 'a' : 'an'} ${type}`;
