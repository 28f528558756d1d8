/** A filter of a list: how its parameters in the URL become a value, and the value parameters. */
export interface Filter<Value> {
  /** The value without the filter. */
  none: Value;
  /** Reads the values of the parameter. Replaces what is invalid, because the URL may come from anywhere. */
  read(values: string[]): Value;
  /** Returns the values of the parameter, if they are not simply the value. */
  write?(value: Value): string | string[];
  /** Returns what is invalid as it was typed, if the page shows it. */
  getInvalid?(values: string[]): string;
}

export const cleanValue = (text: string | null | undefined) => (text ?? '').replaceAll('\0', '').trim();

/** Returns the page number, or 1 if the text is not one. */
export function parsePage(text: string | null): number {
  const page = /^\d{1,6}$/.test(text ?? '') ? Number(text) : 1;
  return Math.max(1, page);
}

/** A typed text, cut to its maximum length. */
export const searchText = (maxLength: number): Filter<string> => ({
  none: '',
  read: ([text]) => cleanValue(text).slice(0, maxLength).trim(),
});

/** A name, such as that of a sector. An overlong one is ignored. */
export const name = (maxLength: number): Filter<string> => ({
  none: '',
  read: ([text]) => {
    const value = cleanValue(text);
    return value.length <= maxLength ? value : '';
  },
});

/** One of some values, by default `none`. */
export const oneOf = <const Value extends string, const None extends string>(
  values: readonly Value[],
  none: None,
): Filter<Value | None> => ({ none, read: ([text]) => values.find((value) => value === text) ?? none });

interface NameLimits {
  maxLength: number;
  maxCount: number;
}

/** Distinct names as a repeated parameter. Ignores empty and overlong ones and those beyond `maxCount`. */
export const names = ({ maxLength, maxCount }: NameLimits): Filter<string[]> => ({
  none: [],
  read: (values) =>
    [...new Set(values.map(cleanValue))]
      .filter((value) => value !== '' && value.length <= maxLength)
      .slice(0, maxCount),
});

/** The limits of the API. */
const SYMBOLS = names({ maxLength: 20, maxCount: 500 });

/** Distinct symbols joined by commas, or repeated, in upper case. */
export const symbols: Filter<string[]> = {
  none: [],
  read: (values) => SYMBOLS.read(values.join().toUpperCase().split(',')),
  write: String,
};

export interface DateRange {
  /** `YYYY-MM-DD`, or empty for an open range. */
  from_date: string;
  to_date: string;
}

export const NO_DATES: DateRange = { from_date: '', to_date: '' };
