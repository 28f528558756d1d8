import { type ReactNode, useId, useRef, useState } from 'react';
import { ChevronDownIcon } from '#web/ui/icons.tsx';
import { closeOnEscape, useCloseOutside } from '#web/ui/popover.ts';
import { controlClass } from './field.tsx';
import { filterOptions } from './filter-options.ts';

interface MultiSelectProps {
  label: string;
  /** The name of each choice in a form that is sent without scripts. */
  name: string;
  options: readonly string[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  /** No more are listed at a time, what is selected first; the others are found by searching. */
  maxShown?: number;
  /** Stands below the list as long as the options are not known: that they are coming, or why they are not. */
  pending?: ReactNode;
}

/**
 * A list of choices that opens below its box, with a search among them. The browser opens and closes it and each choice
 * is a checkbox, so in a form it works before and without scripts.
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
  const [sought, setSought] = useState('');
  useCloseOutside(details);

  // What was chosen stays in the list even when nothing has it any more.
  const all = [...options, ...selected.filter((choice) => !options.includes(choice))];
  const { shown, hidden } = filterOptions(all, { sought, selected, max: maxShown });
  const isSelected = (option: string) => selected.includes(option);
  const choose = (chosen: (option: string) => boolean) => onChange(all.filter(chosen));

  const isToldAtSight = !pending && (shown.length === 0 || hidden > 0);

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
              value={sought}
              onChange={(event) => setSought(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              className={controlClass}
            />
            <div className="flex justify-between">
              {/* Nobody wants all of what they cannot see. */}
              {hidden === 0 ? (
                <Action onClick={() => choose((option) => isSelected(option) || shown.includes(option))}>
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
                    choose((each) => (each === option ? target.checked : isSelected(each)))
                  }
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                <span className="min-w-0 wrap-anywhere">{option}</span>
              </label>
            ))}
            {pending && <div className="px-3 py-2 text-sm text-muted">{pending}</div>}
            <p role="status" className={isToldAtSight ? 'px-3 py-2 text-sm text-muted' : 'sr-only'}>
              {!pending && listSummary(shown.length, hidden, sought)}
            </p>
          </fieldset>
        </div>
      </details>
    </div>
  );
}

function listSummary(shown: number, hidden: number, sought: string): string {
  if (shown === 0) return 'Nothing matches.';
  if (hidden > 0) return `${hidden.toLocaleString('en-US')} more: search to narrow down.`;
  return sought && `${shown} shown`;
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
