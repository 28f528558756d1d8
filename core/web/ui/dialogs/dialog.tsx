import {
  createContext,
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#core/web/ui/button.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { CloseButton } from './close-button.tsx';

interface DialogProps {
  title: string;
  description?: ReactNode;
  /**
   * Called by Escape, the close button and `CancelButton`, after the user has agreed to discard what was typed. The caller must
   * then stop rendering the dialog.
   */
  onClose: () => void;
  /** Called by Escape instead of `onClose`. */
  onEscape?: () => void;
  /** Keeps the dialog open, for example while the form is saved. */
  isLocked?: boolean;
  size?: 'small' | 'large';
  /** The element with `data-first-focus` gets the initial focus, otherwise the first field. */
  children: Elements;
}

/**
 * A modal dialog that is open while it is rendered. The browser traps the focus and restores it afterwards. A press outside
 * does not close it, and closing it asks first if text was typed.
 */
export function Dialog({ onClose, onEscape, isLocked = false, children, ...frame }: DialogProps) {
  const [isAsking, setAsking] = useState(false);
  const { hasTypedText, handlers } = useTypedText();
  const close = () => {
    if (isLocked) return;
    if (hasTypedText()) setAsking(true);
    else onClose();
  };
  const discard = () => {
    // First the question: the browser returns the focus only from the dialog on top.
    flushSync(() => setAsking(false));
    onClose();
  };
  return (
    <>
      <DialogFrame {...frame} {...handlers} onClose={close} onEscape={onEscape ?? close}>
        <CloseDialog value={close}>{children}</CloseDialog>
      </DialogFrame>
      {isAsking && <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={discard} />}
    </>
  );
}

const CloseDialog = createContext<() => void>(() => {});

interface CancelButtonProps {
  children?: ReactNode;
  disabled?: boolean;
  'data-first-focus'?: true;
}

/** Closes the dialog that it is part of. */
export function CancelButton({ children = 'Cancel', ...button }: CancelButtonProps) {
  return (
    <Button variant="secondary" onClick={use(CloseDialog)} {...button}>
      {children}
    </Button>
  );
}

const DiscardQuestion = ({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) => (
  <DialogFrame role="alertdialog" title="Discard what you typed?" onClose={onKeep} onEscape={onKeep}>
    <p className="mb-4">It is not saved.</p>
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="secondary" onClick={onKeep} data-first-focus>
        Keep Editing
      </Button>
      <Button variant="danger" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  </DialogFrame>
);

interface DialogFrameProps
  extends Pick<DialogProps, 'title' | 'description' | 'onClose' | 'size' | 'children'>,
    Partial<ReturnType<typeof useTypedText>['handlers']> {
  role?: 'alertdialog';
  onEscape: () => void;
}

const FIRST_FOCUS = '[data-first-focus]';
const FIELD = ':is(input:not([readonly], [hidden]), select, textarea):enabled';

function DialogFrame({
  title,
  description,
  onClose,
  onEscape,
  size = 'small',
  children,
  ...attributes
}: DialogFrameProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    const first =
      dialog?.querySelector<HTMLElement>(FIRST_FOCUS) ?? dialog?.querySelector<HTMLElement>(FIELD);
    first?.focus();
    return () => dialog?.close();
  }, []);

  return (
    <dialog
      {...attributes}
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onEscape();
      }}
      // Browsers close the dialog on a second Escape in a row without asking.
      onClose={({ currentTarget }) => {
        if (!currentTarget.isConnected || currentTarget.open) return;
        currentTarget.showModal();
        onEscape();
      }}
      className={`m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-y-auto rounded-box border border-line-strong bg-surface text-ink backdrop:bg-scrim ${size === 'large' ? 'max-w-2xl' : 'max-w-md'}`}
    >
      <div className="flex items-start justify-between gap-4 border-b border-line py-2 pe-2 ps-5">
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

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What is quick to enter again, must not be kept, or is saved at once. */
const IGNORED =
  ':is([type=password], [type=search], [autocomplete=one-time-code], [readonly], [data-saved-at-once])';

/**
 * Returns whether the controls inside an element with the `handlers` differ from what they were before the user came to them. Passwords,
 * codes and searches do not count.
 */
function useTypedText() {
  const initial = useRef(new Map<Control, string>());
  const remember = (target: EventTarget, read: (control: Control) => string) => {
    const controls = initial.current;
    if (isControl(target) && !controls.has(target)) controls.set(target, read(target));
  };
  return {
    hasTypedText: () =>
      [...initial.current].some(
        ([control, before]) =>
          control.isConnected && !control.matches(IGNORED) && before !== readValue(control),
      ),
    handlers: {
      onFocus: ({ target }: FocusEvent) => remember(target, readValue),
      // Safari does not focus a checkbox that is clicked.
      onInput: ({ target }: FormEvent) => remember(target, readPreviousValue),
    },
  };
}

const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement;

const isToggle = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

const readValue = (control: Control) =>
  isToggle(control) ? String((control as HTMLInputElement).checked) : control.value;

/** Returns the value before the first input. It is unknown for text, which differs. */
const readPreviousValue = (control: Control) =>
  isToggle(control) ? String(!(control as HTMLInputElement).checked) : '\0';
