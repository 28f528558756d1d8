import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import { CloseButton } from '#core/web/ui/dialogs/close-button.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Spinner } from '#core/web/ui/feedback/spinner.tsx';
import { ArrowRightIcon, SearchIcon } from '#core/web/ui/icons.tsx';
import { SEARCH_MAX_LENGTH } from '#features/market/contract/search.ts';
import {
  ResultText,
  type SearchGroup,
  type SearchItem,
  SearchStatus,
  useSiteSearch,
} from './search-groups.tsx';
import { isSlashEnabled, setSlashEnabled } from './slash-setting.ts';

const DEBOUNCE_MS = 120;

/** The search as a modal dialog: a combobox whose options are links. Escape, a press outside and a chosen result close it. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const text = useDebounced(typed.trim());
  const search = useSiteSearch(text);
  const isCurrent = text === typed.trim() && !search.isLoading;
  const combobox = useCombobox(search.groups, isCurrent);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && onClose()}
      className="mx-auto mt-2 mb-auto max-h-[calc(100dvh-1rem)] w-[calc(100%-1rem)] max-w-2xl rounded-box border border-line-strong bg-surface p-0 text-ink backdrop:bg-scrim sm:mt-[10vh] sm:max-h-[80vh]"
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex items-center gap-2 border-b border-line py-1.5 pe-2 ps-4">
          {isCurrent || search.error ? (
            <SearchIcon className="size-4.5 text-muted" />
          ) : (
            <Spinner className="size-4.5" />
          )}
          <input
            autoFocus
            type="text"
            inputMode="search"
            enterKeyHint="go"
            role="combobox"
            aria-label="Search companies, news and pages"
            aria-expanded={combobox.options.length > 0}
            aria-controls={LISTBOX_ID}
            aria-activedescendant={combobox.activeId}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            placeholder="Company, symbol, news or page"
            maxLength={SEARCH_MAX_LENGTH}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              combobox.reset();
            }}
            onKeyDown={combobox.onKeyDown}
            className="min-h-10 min-w-0 flex-1 bg-transparent text-base outline-none pointer-coarse:text-[1rem]"
          />
          <CloseButton onClose={onClose} />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          {search.error && (
            <LoadFailure isBusy={search.isRetrying} onRetry={search.retry} className="m-3">
              {search.error}
            </LoadFailure>
          )}
          <SearchOptions
            groups={search.groups}
            active={combobox.active}
            isStale={!isCurrent}
            onChoose={onClose}
          />
          <SearchStatus text={text} search={search} isCurrent={isCurrent} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-4 py-1.5 text-xs text-muted pointer-coarse:hidden">
          <p>↑ ↓ to select, Enter to open, Esc to close</p>
          <SlashCheckbox />
        </div>
      </div>
    </dialog>
  );
}

/** Returns the text as it was when typing last paused; an empty text at once. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), text === '' ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

/** Turns the key `/` off and on, as WCAG 2.1.4 requires of keys without modifiers. Ctrl+K remains. */
function SlashCheckbox() {
  const [isEnabled, setIsEnabled] = useState(isSlashEnabled);
  return (
    <label className="flex min-h-6 items-center gap-2">
      <input
        type="checkbox"
        checked={isEnabled}
        onChange={({ target }) => {
          setSlashEnabled(target.checked);
          setIsEnabled(target.checked);
        }}
        className="accent-accent"
      />
      Open with / as well as Ctrl+K
    </label>
  );
}

/**
 * Selects among the options by keys, as in the combobox pattern of the ARIA Authoring Practices Guide. The first option is selected
 * until the user moves. Enter opens the selected option, and waits for the results of what was typed.
 */
function useCombobox(groups: readonly SearchGroup[], isCurrent: boolean) {
  const options = listOptions(groups);
  const [moved, setMoved] = useState<string | null>(null);
  const [isEnterWaiting, setIsEnterWaiting] = useState(false);
  const active = moved !== null && options.includes(moved) ? moved : options[0];

  // An effect event, because only the arrival of results opens the option.
  const openFirst = useEffectEvent(() => {
    setIsEnterWaiting(false);
    if (active !== undefined) openOption(active);
  });
  useEffect(() => {
    if (isEnterWaiting && isCurrent) openFirst();
  }, [isEnterWaiting, isCurrent]);
  useEffect(() => {
    if (active !== undefined && moved !== null) findOption(active)?.scrollIntoView({ block: 'nearest' });
  }, [active, moved]);

  const move = (step: number) => {
    const index = active === undefined ? -1 : options.indexOf(active);
    setMoved(options.at((index + step) % options.length) ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || options.length === 0) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key !== 'Enter') return;
    else if (isCurrent || moved !== null) openOption(active as string, event);
    else setIsEnterWaiting(true);
    event.preventDefault();
  };
  const reset = () => {
    setMoved(null);
    setIsEnterWaiting(false);
  };
  return {
    options,
    active,
    activeId: active === undefined ? undefined : getOptionId(active),
    onKeyDown,
    reset,
  };
}

const findOption = (to: string) => document.getElementById(getOptionId(to));

/** Presses the link of an option, with the modifiers of the key, so that Ctrl+Enter opens a new tab. */
function openOption(to: string, modifiers: Pick<MouseEventInit, 'ctrlKey' | 'metaKey' | 'shiftKey'> = {}) {
  const { ctrlKey, metaKey, shiftKey } = modifiers;
  const press = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey } as MouseEventInit;
  findOption(to)?.dispatchEvent(new MouseEvent('click', press));
}

const LISTBOX_ID = 'search-options';

const getOptionId = (to: string) => `search-option:${to}`;

/** Returns all options in the order of the page. */
const listOptions = (groups: readonly SearchGroup[]): string[] =>
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
function SearchOptions({ groups, active, isStale, onChoose }: SearchOptionsProps) {
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
