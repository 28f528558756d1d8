import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { CloseButton } from './close-button.tsx';

interface DialogProps {
  title: string;
  description?: ReactNode;
  /** Called by Escape and the close button. The caller must then stop rendering the dialog. */
  onClose: () => void;
  /** Called by Escape instead of `onClose`. */
  onEscape?: () => void;
  size?: 'small' | 'large';
  /** An element with `data-first-focus` gets the initial focus; otherwise the browser chooses. */
  children: ReactNode;
}

/**
 * A modal dialog that is open while it is rendered. The browser traps the focus and restores it afterwards. A press outside
 * does not close it, because typed text would be lost.
 */
export function Dialog({
  title,
  description,
  onClose,
  onEscape = onClose,
  size = 'small',
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => dialog?.close();
  }, []);

  return (
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onEscape();
      }}
      // Browsers close the dialog on a second Escape in a row even if the first was canceled.
      onClose={({ currentTarget }) => {
        if (currentTarget.isConnected && !currentTarget.open) currentTarget.showModal();
      }}
      className={`m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-y-auto rounded-box border border-line-strong bg-surface text-ink backdrop:bg-scrim ${size === 'large' ? 'max-w-2xl' : 'max-w-md'}`}
    >
      <div className="flex items-start justify-between gap-4 border-b border-line py-2 pr-2 pl-5">
        <h2 id={`${id}-title`} className="py-1.5 text-lg">
          {title}
        </h2>
        <CloseButton onClose={onClose} />
      </div>
      <div className="p-5">
        {description && (
          <div id={`${id}-description`} className="mb-4 text-muted">
            {description}
          </div>
        )}
        {children}
      </div>
    </dialog>
  );
}
