import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatShortDate, type LocalDate } from '#core/contract/dates.ts';
import type { DateRange } from '#core/web/list/filters.ts';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import { createIcon } from '#core/web/ui/icons.tsx';
import { MAX_DATE_LENGTH } from './event-filters.ts';

const CalendarIcon = createIcon('M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4');

interface DateRangeFieldsProps<Parsed extends { date: string }> {
  range: DateRange;
  /** Dates in the URL that are invalid, as they were typed. */
  invalidDates: DateRange;
  /** Resets typed text when it changes. */
  resetCount: number;
  format: Pick<DateFieldProps<Parsed>, 'placeholder' | 'hint' | 'parse'>;
  onPick: (bound: keyof DateRange, parsed: Parsed) => void;
}

/** The first and the last date by which a list is filtered. */
export function DateRangeFields<Parsed extends { date: string }>({
  range,
  invalidDates,
  resetCount,
  format,
  onPick,
}: DateRangeFieldsProps<Parsed>) {
  const isReversed = range.from_date !== '' && range.to_date !== '' && range.to_date < range.from_date;
  const toProps = (bound: keyof DateRange) => ({
    ...format,
    name: bound,
    value: range[bound],
    invalidText: invalidDates[bound],
    onPick: (parsed: Parsed) => onPick(bound, parsed),
  });
  return (
    <>
      <DateField key={`from ${resetCount}`} label="From date" {...toProps('from_date')} />
      <DateField
        key={`to ${resetCount}`}
        label="To date"
        error={isReversed ? 'The end date is before the start date.' : undefined}
        {...toProps('to_date')}
      />
    </>
  );
}

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
  /** Describes the formats while the field is empty. */
  hint: string;
  /** Parses the typed text. An empty text is the empty date. */
  parse: (text: string) => Parsed | { error: string };
  onPick: (parsed: Parsed) => void;
}

/**
 * A date that is typed and applied on blur or Enter, or picked from the browser's calendar. While typing, the field shows
 * how the text is understood. Invalid text stays in the field, with the error.
 */
function DateField<Parsed extends { date: string }>({
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
  const understood = describeParsed(parse(text));
  // Text that is applied or not typed by the user needs no announcement.
  const announced = useDelayed(text === value ? '' : (understood ?? ''));
  return (
    <div>
      <TextField
        label={label}
        name={name}
        value={text}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={MAX_DATE_LENGTH}
        error={parseError ?? error}
        hint={parseError ? undefined : (understood ?? (text.trim() === '' ? hint : 'Not a date yet'))}
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
      {/* Screen readers read the description of the field only when it gets the focus. */}
      <p role="status" className="sr-only">
        {(parseError || announced) && `${label}: ${parseError ?? announced}`}
      </p>
    </div>
  );
}

const getError = (parsed: { date: string } | { error: string }) =>
  'error' in parsed ? parsed.error : undefined;

/** Returns how a text is understood, `= 12 May 2026`; `null` if it is empty or not a date. */
const describeParsed = (parsed: { date: string } | { error: string }) =>
  'date' in parsed && parsed.date !== '' ? `= ${formatShortDate(parsed.date)}` : null;

const DELAY_MS = 600;

/** Returns a text once it has not changed for a moment, so that screen readers do not announce every key. */
function useDelayed(text: string): string {
  const [delayed, setDelayed] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return delayed;
}

/**
 * Returns a blur handler that runs the action after the press that caused the blur, or immediately if there is none. An
 * error message that appears during the press would move the pressed element away from the pointer, and the click would be
 * lost. The action does not run once the field is unmounted.
 */
function useAfterPress(action: () => void): () => void {
  const latest = useRef(action);
  const pending = useRef<AbortController | null>(null);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => () => pending.current?.abort(), []);
  return () => {
    if (document.querySelector(':active') === null) return action();
    const controller = new AbortController();
    pending.current = controller;
    // The click event follows in the same task.
    const onRelease = () => setTimeout(() => !controller.signal.aborted && latest.current());
    window.addEventListener('mouseup', onRelease, { once: true, signal: controller.signal });
  };
}
