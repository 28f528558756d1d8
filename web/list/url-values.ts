/** The maximum length of a typed date. */
export const MAX_DATE_LENGTH = 40;

export const cleanValue = (text: string | null) => (text ?? '').replaceAll('\0', '').trim();

/** Returns the page number, or 1 if the text is not one. */
export function parsePage(text: string | null): number {
  const page = /^\d{1,6}$/.test(text ?? '') ? Number(text) : 1;
  return Math.max(1, page);
}

/** Returns the distinct names among the values; drops empty and overlong ones and those beyond `maxCount`. */
export function parseNames(
  values: string[],
  { maxLength, maxCount }: { maxLength: number; maxCount: number },
) {
  const names = new Set(values.map(cleanValue));
  return [...names].filter((name) => name !== '' && name.length <= maxLength).slice(0, maxCount);
}

/** Splits names that are joined by commas. A comma that belongs to a name is followed by a space. */
export const splitNames = (values: string[]) => values.flatMap((value) => value.split(/,(?! )/));

/** Joins names by commas, in as many values as the maximum length of a value requires. */
export function joinNames(names: readonly string[], maxLength: number): string[] {
  const values: string[] = [];
  for (const name of names) {
    const joined = values.length > 0 ? `${values.at(-1)},${name}` : name;
    if (values.length > 0 && joined.length <= maxLength) values[values.length - 1] = joined;
    else values.push(name);
  }
  return values;
}

export interface DateRange {
  /** `YYYY-MM-DD`, or empty for an open range. */
  from_date: string;
  to_date: string;
}

export const NO_DATES: DateRange = { from_date: '', to_date: '' };

/** Parses a date as users type it. */
type ParseDate = (text: string) => { date: string } | { error: string };

/** Reads the date range. Forms submitted without scripts contain the dates as they were typed. */
export const readDateRange = (params: URLSearchParams, parse: ParseDate): DateRange => ({
  from_date: readDate(params.get('from_date'), parse),
  to_date: readDate(params.get('to_date'), parse),
});

/** Returns the dates in the URL that are invalid, so that the fields can show them as they were typed. */
export function getInvalidDates(params: URLSearchParams, parse: ParseDate): DateRange {
  const getInvalid = (name: string) => {
    const text = cleanValue(params.get(name));
    return readDate(text, parse) === '' ? text.slice(0, MAX_DATE_LENGTH) : '';
  };
  return { from_date: getInvalid('from_date'), to_date: getInvalid('to_date') };
}

/** Adds invalid dates to the canonical query string of a page, because the page shows them. */
export function addInvalidDates(query: URLSearchParams, invalidDates: DateRange): URLSearchParams {
  for (const [name, text] of Object.entries(invalidDates)) if (text) query.set(name, text);
  return query;
}

/** Reads a date; empty if it is missing or invalid. */
export function readDate(text: string | null, parse: ParseDate): string {
  const result = parse(cleanValue(text));
  return 'date' in result ? result.date : '';
}
