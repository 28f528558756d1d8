import { useEffect, useRef, useState } from 'react';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { createIcon } from '#core/web/ui/icons.tsx';

const ShareIcon = createIcon('M12 15V4M8 8l4-4 4 4M5 12v8h14v-8');

interface ShareMenuProps {
  /** Names what is shared for screen readers: `the LUCK signal`. */
  name: string;
  title: string;
  path: string;
  /** Returns what is shared, which ends with the URL. */
  toText: (url: string) => string;
  /** The path of the picture to share with the text. */
  picturePath?: string;
  /** On wide screens the button is at the end of the page. */
  isAtEnd?: boolean;
  className?: string;
}

const ITEM =
  'flex min-h-11 w-full items-center px-4 py-2 text-start text-sm font-normal hover:bg-sunken focus-visible:bg-sunken';

/** Shares by the system's dialog where there is one, by WhatsApp, or by copying the link or the text. */
export function ShareMenu({
  name,
  title,
  path,
  toText,
  picturePath,
  isAtEnd = false,
  className = '',
}: ShareMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [shown, setShown] = useState<string | null>(null);
  // What the server rendered is replaced when the code of the content is loaded: until then the menu would be inert.
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  const getUrl = () => new URL(path, window.location.href).href;
  const close = () => {
    menu.current?.removeAttribute('open');
    menu.current?.querySelector('summary')?.focus();
  };
  const copy = async (value: string, message: string) => {
    try {
      await navigator.clipboard.writeText(value);
      notify.copied(message);
      close();
    } catch {
      setShown(value);
    }
  };
  const share = async () => {
    const content = { title, text: toText(getUrl()) };
    try {
      const files = await loadPicture(picturePath);
      const withPicture = { ...content, files };
      await navigator.share(files.length > 0 && navigator.canShare?.(withPicture) ? withPicture : content);
      close();
    } catch (error) {
      // The user closed the system's dialog.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setShown(content.text);
    }
  };
  return (
    <details
      ref={menu}
      className={`no-print relative ${isReady ? '' : 'invisible'} ${className}`}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.removeAttribute('open');
      }}
    >
      <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-2 rounded-box border border-line-strong bg-surface px-3 text-sm font-semibold hover:border-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ShareIcon />
        Share<span className="sr-only">{` ${name}`}</span>
      </summary>
      <div
        className={`absolute start-0 z-20 mt-1 w-56 rounded-box border border-line-strong bg-surface py-1 ${isAtEnd ? 'sm:start-auto sm:end-0' : ''}`}
      >
        {'share' in navigator && (
          <button type="button" className={ITEM} onClick={() => void share()}>
            Share with an app
          </button>
        )}
        <button type="button" className={ITEM} onClick={() => void copy(getUrl(), 'Link copied')}>
          Copy link
        </button>
        <button type="button" className={ITEM} onClick={() => void copy(toText(getUrl()), 'Text copied')}>
          Copy text
        </button>
        <a
          href="https://wa.me/"
          target="_blank"
          rel="noopener noreferrer"
          className={ITEM}
          onClick={({ currentTarget }) => {
            currentTarget.href = `https://wa.me/?text=${encodeURIComponent(toText(getUrl()))}`;
          }}
        >
          WhatsApp<span className="sr-only"> (opens in a new tab)</span>
        </a>
        {shown !== null && (
          <label className="block px-4 py-2 text-xs text-muted">
            Copy this
            <textarea
              readOnly
              rows={3}
              value={shown}
              onFocus={(event) => event.currentTarget.select()}
              className="mt-1 block w-full rounded-box border border-line-strong bg-surface px-2 text-sm text-ink"
            />
          </label>
        )}
      </div>
    </details>
  );
}

/** Loads the picture as a file; none if it cannot be loaded. */
async function loadPicture(path: string | undefined): Promise<File[]> {
  if (path === undefined) return [];
  try {
    const response = await fetch(path);
    return response.ok ? [new File([await response.blob()], 'signal.png', { type: 'image/png' })] : [];
  } catch {
    return [];
  }
}
