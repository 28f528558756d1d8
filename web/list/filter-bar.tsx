import { type ReactNode, useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { controlClass } from '#web/ui/forms/field.tsx';
import { SearchBox } from '#web/ui/forms/search-box.tsx';
import { FilterIcon } from '#web/ui/icons.tsx';
import { type LazyCode, useLazyCode } from '#web/ui/lazy-with-preload.tsx';

const SEARCH_DEBOUNCE_MS = 500;

interface FilterBarProps {
  /** What is filtered: `Board meetings`. */
  name: string;
  /** The list without filters, where the form is sent without scripts. */
  address: string;
  search: { text: string; label: string; placeholder: string; maxLength: number };
  onSearch: (search: string) => void;
  /** With each time what was typed just before and is not searched for yet goes too. */
  timesCleared: number;
  /** What the button says that unfolds the fields. */
  buttonLabel: string;
  /** How many filters are set. */
  active: number;
  isOpen: boolean;
  onToggle: () => void;
  /** The code of `fields`, which few readers unfold. */
  code: LazyCode;
  fields: ReactNode;
}

/** Search and filters. Without scripts it is a form with everything unfolded and a button that sends it. */
export function FilterBar(props: FilterBarProps) {
  const { name, address, search, onSearch, timesCleared, buttonLabel, active, isOpen, code } = props;
  const { isHere, isComing, isFailed, ask } = useLazyCode(code, isOpen);
  const isShown = isOpen && !isComing;
  const boxId = useId();
  // A press shows whether it worked.
  const prepare = () => void code.load().catch(() => {});
  return (
    <search aria-label={name}>
      <form action={address} onSubmit={(event) => event.preventDefault()}>
        <div className="flex flex-wrap gap-2">
          <SearchBox
            key={timesCleared}
            name="search"
            label={search.label}
            placeholder={search.placeholder}
            value={search.text}
            debounceMs={SEARCH_DEBOUNCE_MS}
            maxLength={search.maxLength}
            className={`${controlClass} min-w-0 flex-1 basis-44`}
            onSearch={onSearch}
          />
          <Button
            variant="secondary"
            busy={isComing}
            aria-expanded={isShown}
            aria-controls={boxId}
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={props.onToggle}
            className="with-scripts needs-script shrink-0"
          >
            <FilterIcon />
            {buttonLabel}
            {active > 0 && <ActiveCount number={active} />}
          </Button>
          <Button type="submit" className="without-scripts shrink-0">
            Search
          </Button>
        </div>
        <div
          id={boxId}
          className={`mt-3 rounded-box border border-line bg-surface p-4 ${isShown ? '' : 'folded'}`}
        >
          {isFailed ? (
            <LoadFailure retryLabel="Try Again" onRetry={ask}>
              The filters could not be loaded. Check your connection and try again.
            </LoadFailure>
          ) : (
            <Fields isHere={isHere}>{props.fields}</Fields>
          )}
        </div>
      </form>
    </search>
  );
}

/** As long as the code is not here, what the server rendered stays as it is. */
function Fields({ isHere, children }: { isHere: boolean; children: ReactNode }) {
  if (isHere) return <div key="live">{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React leaves what it is not told of, and adds nothing
  return <div key="rendered" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}

function ActiveCount({ number }: { number: number }) {
  return (
    <span className="figures min-w-5 rounded-box bg-accent px-1 text-xs/5 text-on-accent">
      {number}
      <span className="sr-only"> active</span>
    </span>
  );
}
