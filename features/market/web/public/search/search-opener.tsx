import { type ComponentType, type RefObject, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { loadWatchlists } from '#features/accounts/web/public/watchlist/load-watchlists.ts';
import { isSlashEnabled } from '#features/market/web/search/slash-setting.ts';

// This code is on every page when it is idle.
if (!import.meta.env.SSR) loadWatchlists();

type Dialog = ComponentType<{ onClose: () => void }>;

/** Opens the search dialog by the link in the header, `/` or Ctrl+K. Its code is loaded when it is opened first. */
export function SearchOpener({ link }: { link: RefObject<HTMLAnchorElement | null> }) {
  const navigate = useNavigate();
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { search } = useLocation();

  useEffect(() => {
    for (const filter of document.querySelectorAll('[data-mine]'))
      filter.ariaCurrent = String(new URLSearchParams(search).has('symbol'));
  }, [search]);

  useEffect(() => {
    const controller = new AbortController();
    const open = async () => {
      try {
        const { SearchDialog } = await import('#features/market/web/search/search-dialog.tsx');
        setDialog(() => SearchDialog);
        setIsOpen(true);
      } catch {
        // Offline or after a new release the code may fail to load. The page of the search then reports or reloads.
        await navigate(paths.search);
      }
    };
    const openByClick = (event: MouseEvent) => {
      if (hasModifier(event)) return;
      event.preventDefault();
      void open();
    };
    const openMyCompanies = async (event: MouseEvent) => {
      if (hasModifier(event) || !(event.target as Element).closest('[data-mine]')) return;
      event.preventDefault();
      const { toggleMyCompanies } = await import(
        '#features/accounts/web/public/watchlist/toggle-my-companies.ts'
      ).catch(() => FALLBACK);
      const url = await toggleMyCompanies(location);
      if (url !== null) await navigate(url, { preventScrollReset: true });
    };
    const openByKey = (event: KeyboardEvent) => {
      if (!isSearchShortcut(event, isSlashEnabled()) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      void open();
    };
    const { signal } = controller;
    // Before React, whose link leads to the page of the companies.
    document.addEventListener('click', openMyCompanies, { signal, capture: true });
    document.addEventListener('keydown', openByKey, { signal });
    const opener = link.current as HTMLAnchorElement;
    opener.addEventListener('click', openByClick, { signal });
    opener.ariaHasPopup = 'dialog';
    opener.setAttribute('aria-keyshortcuts', '/ Control+K Meta+K');
    return () => controller.abort();
  }, [link, navigate]);

  return isOpen && Dialog && <Dialog onClose={() => setIsOpen(false)} />;
}

/** Without the code, for example offline, the link leads to the page of the companies. */
const FALLBACK = { toggleMyCompanies: () => paths.watchlist };

const hasModifier = (event: MouseEvent) =>
  event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

type Key = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented' | 'repeat' | 'target'
>;

/** Elements that use the key themselves: for text, or to jump to an option. */
const USES_KEYS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/**
 * Returns whether a key opens the search: Ctrl+K or Cmd+K anywhere, `/` only outside of fields. On some keyboards `/` needs
 * Shift.
 */
export function isSearchShortcut(event: Key, isSlashEnabled: boolean): boolean {
  if (event.defaultPrevented || event.isComposing || event.repeat || event.altKey) return false;
  const hasModifier = event.ctrlKey || event.metaKey;
  if (hasModifier) return event.key.toLowerCase() === 'k' && event.ctrlKey !== event.metaKey;
  return event.key === '/' && isSlashEnabled && !isField(event.target);
}

const isField = (target: EventTarget | null) =>
  (target as Partial<Element> | null)?.closest?.(USES_KEYS) != null;
