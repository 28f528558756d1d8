import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { CalendarIcon } from '#web/ui/icons.tsx';
import { useAfterPress } from '#web/ui/use-after-press.ts';
import { MAX_DATE_LENGTH } from './url-values.ts';

interface DateFieldProps<Day extends { day: string }> {
  label: string;
  /** In a form that is sent without scripts. */
  name: string;
  /** What the list is filtered by, `2026-11-23`; empty for nothing. */
  value: string;
  /** What the address has and cannot be read; it stays until it is mended. */
  unread: string;
  /** What is wrong with the day, though it is one. */
  error?: string | undefined;
  /** The form that is named in the empty field, and the others. */
  placeholder: string;
  hint: string;
  /** Reads what was typed: an empty text is the empty day. */
  read: (text: string) => Day | { refusal: string };
  onPick: (day: Day) => void;
}

/**
 * A date as one types it, read when one is done, that is on leaving the field or on Enter; or chosen from the browser's own
 * calendar. What cannot be read stays, with the reason.
 */
export function DateField<Day extends { day: string }>({
  label,
  name,
  value,
  unread,
  error,
  placeholder,
  hint,
  read,
  onPick,
}: DateFieldProps<Day>) {
  const [text, setText] = useState(value || unread);
  const [refusal, setRefusal] = useState(() => refusalOf(read(unread)));
  const lastDay = useRef(value);
  const calendar = useRef<HTMLInputElement>(null);

  // Back, Forward and what clears the filters change the day.
  useEffect(() => {
    if (value === lastDay.current) return;
    lastDay.current = value;
    setText(value);
    setRefusal(undefined);
  }, [value]);

  const apply = (typed: string) => {
    const date = read(typed);
    setRefusal(refusalOf(date));
    if ('refusal' in date) return;
    setText(date.day);
    if (date.day === lastDay.current) return;
    lastDay.current = date.day;
    onPick(date);
  };
  const leave = useAfterPress(() => apply(text));
  const type = (typed: string) => {
    setText(typed);
    setRefusal(undefined);
    if (typed === '') apply('');
  };
  const applyAtOnce = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    apply(text);
  };
  const wrong = refusal ?? error;
  return (
    <div>
      <TextField
        label={label}
        name={name}
        value={text}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={MAX_DATE_LENGTH}
        error={wrong}
        hint={wrong ? undefined : hint}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={applyAtOnce}
        slot={
          <>
            <input
              ref={calendar}
              type="date"
              tabIndex={-1}
              aria-hidden="true"
              value={value}
              onChange={(event) => apply(event.target.value)}
              className="pointer-events-none absolute inset-0 opacity-0"
            />
            <button
              type="button"
              aria-label={`${label}: choose in a calendar`}
              onClick={() => calendar.current?.showPicker()}
              className="needs-script relative flex size-9 items-center justify-center rounded-box text-muted hover:text-ink"
            >
              <CalendarIcon />
            </button>
          </>
        }
      />
      {/* The field was left when this is known. */}
      <p role="status" className="sr-only">
        {refusal && `${label}: ${refusal}`}
      </p>
    </div>
  );
}

const refusalOf = (date: { day: string } | { refusal: string }) =>
  'refusal' in date ? date.refusal : undefined;
