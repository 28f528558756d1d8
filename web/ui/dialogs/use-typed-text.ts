import { type FocusEvent, type FormEvent, useRef } from 'react';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What is quick to enter again, or must not be kept. */
const IGNORED = ':is([type=password], [type=search], [autocomplete=one-time-code], [readonly])';

/**
 * Tells whether the controls inside an element with the `handlers` differ from what they were before the user came to them. Passwords,
 * codes and searches do not count.
 */
export function useTypedText() {
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
