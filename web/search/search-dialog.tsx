import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SEARCH_MAX_LENGTH } from '#contract/search/search.ts';
import { CloseButton } from '#web/ui/dialogs/close-button.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { SearchIcon } from '#web/ui/icons.tsx';
import { LISTBOX_ID, SearchOptions } from './search-options.tsx';
import { SearchStatus } from './search-status.tsx';
import { isSlashEnabled, setSlashEnabled } from './slash-setting.ts';
import { useCombobox } from './use-combobox.ts';
import { useSiteSearch } from './use-site-search.ts';

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
