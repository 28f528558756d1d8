import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { CalendarIcon } from '#web/ui/icons.tsx';
import { formatDay } from '#web/ui/pakistan-time.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useAfterPress } from '#web/ui/use-after-press.ts';
import { MAX_DATE_LENGTH } from './filters.ts';
import { normaliseDate } from './normalise-date.ts';

interface DateFieldProps {
  label: string;
  /** In a form that is sent without scripts. */
  name: string;
  /** What the list is filtered by, `2026-11-23`; empty for nothing. */
  value: string;
  /** What the address has and cannot be read; it stays until it is mended. */
  unreadable: string;
  /** What is wrong with the day, though it is one. */
  error?: string | undefined;
  onChange: (day: string) => void;
}

/** A date as one types it, read when one is done; or chosen from the browser's own calendar. */
export function DateField({ label, name, value, unreadable, error, onChange }: DateFieldProps) {
  const [text, setText] = useState(value || unreadable);
  const [refusal, setRefusal] = useState(() => refusalOf(unreadable));
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
    const read = normaliseDate(typed);
    setRefusal('refusal' in read ? read.refusal : undefined);
    if (!('day' in read)) return;
    setText(read.day);
    if (read.day === lastDay.current) return;
    lastDay.current = read.day;
    onChange(read.day);
  };
  const leave = useAfterPress(() => apply(text));
  const type = (typed: string) => {
    setText(typed);
    if (typed === '') apply('');
  };
  const applyAtOnce = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    apply(text);
  };

  return (
    <TextField
      label={label}
      name={name}
      value={text}
      placeholder="MM/DD/YYYY"
      autoComplete="off"
      maxLength={MAX_DATE_LENGTH}
      error={refusal ?? error}
      hint={value && !refusal ? formatDay(value) : 'MM/DD/YYYY or YYYY/MM/DD'}
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
  );
}

function refusalOf(text: string): string | undefined {
  const read = normaliseDate(text);
  return 'refusal' in read ? read.refusal : undefined;
}
