import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { ArrowRightIcon } from '#web/ui/icons.tsx';
import { ResultText } from './result-text.tsx';
import type { SearchGroup, SearchItem } from './search-groups.tsx';

export const LISTBOX_ID = 'search-options';

export const getOptionId = (to: string) => `search-option:${to}`;

/** Returns all options in the order of the page. */
export const listOptions = (groups: readonly SearchGroup[]): string[] =>
  groups.flatMap(({ items, more }) => [...items, ...(more ? [more] : [])].map(({ to }) => to));

interface SearchOptionsProps {
  groups: readonly SearchGroup[];
  /** The path of the selected option. */
  active: string | undefined;
  /** The results of another text are loading. */
  isStale: boolean;
  onChoose: () => void;
}

/** The results as the listbox of a combobox, which keeps the focus. The options are links, so that they open in a new tab too. */
export function SearchOptions({ groups, active, isStale, onChoose }: SearchOptionsProps) {
  // A press with a modifier opens the result elsewhere.
  const close = (event: MouseEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onChoose();
  };
  const toOption = (item: SearchItem, isMore = false) => (
    <Link
      key={item.to}
      id={getOptionId(item.to)}
      to={item.to}
      state={item.state}
      role="option"
      aria-selected={item.to === active}
      tabIndex={-1}
      onClick={close}
      className="flex min-h-10 scroll-my-8 items-baseline gap-3 border-s-2 border-transparent px-4 py-2 text-sm hover:bg-sunken aria-selected:border-accent aria-selected:bg-sunken"
    >
      {isMore ? (
        <span className="flex items-center gap-2 text-accent">
          <span>{item.title}</span>
          <ArrowRightIcon className="size-3.5" />
        </span>
      ) : (
        <ResultText item={item} />
      )}
    </Link>
  );
  return (
    <div id={LISTBOX_ID} role="listbox" aria-label="Results" className={isStale ? 'opacity-70' : ''}>
      {groups.map(({ name, items, more }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset must not be in a listbox
        <div key={name} role="group" aria-labelledby={`search-${name}`} className="py-2">
          <div id={`search-${name}`} role="presentation" className="px-4 py-1 text-xs font-medium text-muted">
            {name}
          </div>
          {items.map((item) => toOption(item))}
          {more && toOption(more, true)}
        </div>
      ))}
    </div>
  );
}
