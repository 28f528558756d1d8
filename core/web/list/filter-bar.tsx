import { type ReactNode, useId } from 'react';
import { paths } from '#core/contract/paths.ts';
import { Button, ButtonLink } from '#core/web/ui/button.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { controlClass } from '#core/web/ui/forms/field.tsx';
import { SearchBox } from '#core/web/ui/forms/search-box.tsx';
import { FilterIcon } from '#core/web/ui/icons.tsx';
import { type LazyCode, useLazyCode } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { RenderedUntilLoaded } from '#core/web/ui/lazy/rendered-until-loaded.tsx';

const SEARCH_DEBOUNCE_MS = 500;

interface FilterBarProps {
  /** The accessible name, for example `Board meetings`. */
  name: string;
  /** The path of the list, to which the form is submitted without scripts. */
  path: string;
  search?: { text: string; label: string; placeholder: string; maxLength: number };
  onSearch?: (search: string) => void;
  /** Resets typed text that is not searched for yet when it changes. */
  clearCount?: number;
  /** The label of the button that opens the fields. */
  buttonLabel: string;
  activeCount: number;
  isOpen: boolean;
  /** The fields are open, but not on a phone. */
  isFoldedOnPhones?: boolean;
  onToggle: () => void;
  /** The code of `fields`, which few visitors open. */
  lazyFields: LazyCode;
  fields: ReactNode;
  /** The label of the button without scripts. */
  submitLabel?: string;
  /** Controls before the button. */
  children?: Elements;
}

/** Search and filters. Without scripts it is a form with all fields open and a submit button. */
export function FilterBar(props: FilterBarProps) {
  const { name, path, search, onSearch, clearCount, buttonLabel, activeCount, isOpen, lazyFields } = props;
  const { isLoaded, isLoading, isFailed, retry } = useLazyCode(lazyFields, isOpen);
  const isExpanded = isOpen && !isLoading;
  const fieldsId = useId();
  // Opening the fields shows the failure.
  const preload = () => void lazyFields.load().catch(() => {});
  return (
    <search aria-label={name}>
      <form action={path} onSubmit={(event) => event.preventDefault()}>
        <div className="flex flex-wrap gap-2">
          {search && onSearch && (
            <SearchBox
              key={clearCount}
              name="search"
              label={search.label}
              placeholder={search.placeholder}
              value={search.text}
              debounceMs={SEARCH_DEBOUNCE_MS}
              maxLength={search.maxLength}
              className={`${controlClass} min-w-0 flex-1 basis-44 max-sm:basis-full`}
              onSearch={onSearch}
            />
          )}
          {props.children}
          <ButtonLink to={paths.watchlist} variant="secondary" data-mine>
            My companies
          </ButtonLink>
          <Button
            variant="secondary"
            busy={isLoading}
            aria-expanded={isExpanded}
            aria-controls={fieldsId}
            onPointerEnter={preload}
            onFocus={preload}
            onClick={props.onToggle}
            className="with-scripts needs-script shrink-0"
          >
            <FilterIcon />
            <span>{buttonLabel}</span>
            {activeCount > 0 && <ActiveCount count={activeCount} />}
          </Button>
          <Button type="submit" className="without-scripts shrink-0">
            {props.submitLabel ?? 'Search'}
          </Button>
        </div>
        <div
          id={fieldsId}
          className={`mt-3 rounded-box border border-line bg-surface p-4 ${isExpanded ? (props.isFoldedOnPhones ? 'folded-on-phones' : '') : 'folded'}`}
        >
          {isFailed ? (
            <LoadFailure retryLabel="Try Again" onRetry={retry}>
              The filters could not be loaded. Check your connection and try again.
            </LoadFailure>
          ) : (
            <RenderedUntilLoaded isLoaded={isLoaded}>{props.fields}</RenderedUntilLoaded>
          )}
        </div>
      </form>
    </search>
  );
}

function ActiveCount({ count }: { count: number }) {
  return (
    <span className="figures min-w-5 rounded-box bg-accent px-1 text-xs/5 text-on-accent">
      <span>{count}</span>
      <span className="sr-only"> active</span>
    </span>
  );
}
