import { type ComponentType, type RefObject, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { isSearchShortcut } from './search-shortcut.ts';
import { isSlashEnabled } from './slash-setting.ts';

type Dialog = ComponentType<{ onClose: () => void }>;

/** Opens the search dialog by the link in the header, `/` or Ctrl+K. Its code is loaded when it is opened first. */
export function SearchOpener({ link }: { link: RefObject<HTMLAnchorElement | null> }) {
  const navigate = useNavigate();
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    const controller = new AbortController();
    const open = async () => {
      try {
        const { SearchDialog } = await import('./search-dialog.tsx');
        setDialog(() => SearchDialog);
        setIsOpen(true);
      } catch {
        // Offline or after a new release the code may fail to load. The page of the search then reports or reloads.
        await navigate(paths.search);
      }
    };
    const openByClick = (event: MouseEvent) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void open();
    };
    const openByKey = (event: KeyboardEvent) => {
      if (!isSearchShortcut(event, isSlashEnabled()) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      void open();
    };
    const { signal } = controller;
    link.current?.addEventListener('click', openByClick, { signal });
    document.addEventListener('keydown', openByKey, { signal });
    link.current?.setAttribute('aria-haspopup', 'dialog');
    link.current?.setAttribute('aria-keyshortcuts', '/ Control+K Meta+K');
    return () => controller.abort();
  }, [link, navigate]);

  return isOpen && Dialog && <Dialog onClose={() => setIsOpen(false)} />;
}
