import { type ReactNode, useId, useRef, useState } from 'react';
import { closeOnEscape, useCloseOutside } from '#core/web/ui/dialogs/popover.ts';
import { formatCount } from '#core/web/ui/format-count.ts';
import { ChevronDownIcon } from '#core/web/ui/icons.tsx';
import { controlClass } from './field.tsx';

interface MultiSelectProps {
  label: string;
  name: string;
  options: readonly string[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  /** The number of options to list at a time, selected ones first. The others are found by searching. */
  maxShown?: number;
  /** Shown until the options are loaded: a loading or error message. */
  pending?: ReactNode;
}

/**
 * A searchable list of checkboxes in a popover. It is made of native elements, so it works in a form before hydration and
 * without scripts.
 */
export function MultiSelect({
  label,
  name,
  options,
  selected,
  onChange,
  maxShown = Number.POSITIVE_INFINITY,
  pending,
}: MultiSelectProps) {
  const id = useId();
  const details = useRef<HTMLDetailsElement>(null);
  const [search, setSearch] = useState('');
  useCloseOutside(details);

  // Selected values stay in the list even if they are no longer options.
  const all = [...options, ...selected.filter((choice) => !options.includes(choice))];
  const { shown, hidden } = filterOptions(all, { search, selected, max: maxShown });
  const isSelected = (option: string) => selected.includes(option);
  const select = (isWanted: (option: string) => boolean) => onChange(all.filter(isWanted));

  const isSummaryVisible = !pending && (shown.length === 0 || hidden > 0);

  return (
    <div className="grid content-start gap-1.5">
      <span id={`${id}-label`} className="text-sm font-medium">
        {label}
      </span>
      <details ref={details} className="relative" onKeyDown={closeOnEscape}>
        <summary
          aria-labelledby={`${id}-label ${id}-count`}
          className={`${controlClass} flex list-none items-center justify-between gap-2 [&::-webkit-details-marker]:hidden`}
        >
          <span id={`${id}-count`} className={selected.length === 0 ? 'text-muted' : ''}>
            {selected.length === 0 ? 'All' : `${selected.length} selected`}
          </span>
          <ChevronDownIcon className="size-4 text-muted" />
        </summary>
        <div className="absolute inset-x-0 top-full z-5 mt-1 min-w-64 rounded-box border border-line-strong bg-surface">
          <div className="with-scripts grid gap-2 border-b border-line p-2">
            <input
              type="search"
              aria-label={`Search ${label.toLowerCase()}`}
              placeholder="Search"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              className={controlClass}
            />
            <div className="flex justify-between">
              {/* Users do not expect invisible options to be selected. */}
              {hidden === 0 ? (
                <Action onClick={() => select((option) => isSelected(option) || shown.includes(option))}>
                  Select All
                </Action>
              ) : (
                <span />
              )}
              <Action onClick={() => onChange([])}>Clear</Action>
            </div>
          </div>
          <fieldset className="max-h-64 overflow-y-auto overscroll-contain py-1">
            <legend className="sr-only">{label}</legend>
            {shown.map((option) => (
              <label
                key={option}
                className="flex cursor-pointer items-start gap-2.5 px-3 py-1.5 text-sm hover:bg-sunken"
              >
                <input
                  type="checkbox"
                  name={name}
                  value={option}
                  checked={isSelected(option)}
                  onChange={({ target }) =>
                    select((each) => (each === option ? target.checked : isSelected(each)))
                  }
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                <span className="min-w-0 wrap-anywhere">{option}</span>
              </label>
            ))}
            {pending && <div className="px-3 py-2 text-sm text-muted">{pending}</div>}
            <p role="status" className={isSummaryVisible ? 'px-3 py-2 text-sm text-muted' : 'sr-only'}>
              {!pending && summarize(shown.length, hidden, search)}
            </p>
          </fieldset>
        </div>
      </details>
    </div>
  );
}

function summarize(shown: number, hidden: number, search: string): string {
  if (shown === 0) return 'No matches.';
  if (hidden > 0) return `${formatCount(hidden)} more. Search to narrow the list.`;
  return search && `${shown} shown`;
}

function Action({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-8 rounded-box px-2 text-sm font-medium text-accent hover:bg-sunken"
    >
      {children}
    </button>
  );
}

interface FilterOptionsParams {
  /** A part of the option; the case is ignored. */
  search: string;
  selected: readonly string[];
  /** The maximum number of options, of which selected ones come first. */
  max: number;
}

/** Returns the matching options to show, in their order, and the number of those that are not shown. */
export function filterOptions(
  options: readonly string[],
  { search, selected, max }: FilterOptionsParams,
): { shown: readonly string[]; hidden: number } {
  const part = search.trim().toLowerCase();
  const matching = options.filter((option) => option.toLowerCase().includes(part));
  if (matching.length <= max) return { shown: matching, hidden: 0 };
  const isSelected = new Set(selected);
  const first = [
    ...matching.filter((option) => isSelected.has(option)),
    ...matching.filter((option) => !isSelected.has(option)),
  ];
  const shown = new Set(first.slice(0, max));
  return { shown: matching.filter((option) => shown.has(option)), hidden: matching.length - max };
}
