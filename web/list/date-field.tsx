import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { LocalDate } from '#contract/dates.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { CalendarIcon } from '#web/ui/icons.tsx';
import { useAfterPress } from '#web/ui/use-after-press.ts';
import { MAX_DATE_LENGTH } from './url-values.ts';

interface DateFieldProps<Parsed extends { date: string }> {
  label: string;
  name: string;
  /** The date that filters the list; empty for none. */
  value: LocalDate | '';
  /** An invalid date in the URL; the field shows it until the user corrects it. */
  invalidText: string;
  /** An error for a valid date, for example that the range is reversed. */
  error?: string | undefined;
  placeholder: string;
  hint: string;
  /** Parses the typed text. An empty text is the empty date. */
  parse: (text: string) => Parsed | { error: string };
  onPick: (parsed: Parsed) => void;
}

/**
 * A date that is typed and parsed on blur or Enter, or picked from the browser's calendar. Invalid text stays in the
 * field, with the error.
 */
export function DateField<Parsed extends { date: string }>({
  label,
  name,
  value,
  invalidText,
  error,
  placeholder,
  hint,
  parse,
  onPick,
}: DateFieldProps<Parsed>) {
  const [text, setText] = useState(value || invalidText);
  const [parseError, setParseError] = useState(() => getError(parse(invalidText)));
  const lastDate = useRef(value);
  const calendar = useRef<HTMLInputElement>(null);

  // Back, Forward and clearing the filters change the date.
  useEffect(() => {
    if (value === lastDate.current) return;
    lastDate.current = value;
    setText(value);
    setParseError(undefined);
  }, [value]);

  const apply = (typed: string) => {
    const parsed = parse(typed);
    setParseError(getError(parsed));
    if ('error' in parsed) return;
    setText(parsed.date);
    if (parsed.date === lastDate.current) return;
    lastDate.current = parsed.date;
    onPick(parsed);
  };
  const applyAfterPress = useAfterPress(() => apply(text));
  const type = (typed: string) => {
    setText(typed);
    setParseError(undefined);
    if (typed === '') apply('');
  };
  const applyOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    apply(text);
  };
  const shownError = parseError ?? error;
  return (
    <div>
      <TextField
        label={label}
        name={name}
        value={text}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={MAX_DATE_LENGTH}
        error={shownError}
        hint={shownError ? undefined : hint}
        onChange={(event) => type(event.target.value)}
        onBlur={applyAfterPress}
        onKeyDown={applyOnEnter}
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
              aria-label={`${label}: open calendar`}
              onClick={() => calendar.current?.showPicker()}
              className="needs-script relative flex size-9 items-center justify-center rounded-box text-muted hover:text-ink"
            >
              <CalendarIcon />
            </button>
          </>
        }
      />
      {/* The error appears after the field has lost focus, so it is announced here. */}
      <p role="status" className="sr-only">
        {parseError && `${label}: ${parseError}`}
      </p>
    </div>
  );
}

const getError = (parsed: { date: string } | { error: string }) =>
  'error' in parsed ? parsed.error : undefined;
