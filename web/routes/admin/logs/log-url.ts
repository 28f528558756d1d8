import { cleanValue } from '#web/list/url-values.ts';

/** Functions that turn a value from a URL or a form into a filter, `''` if it is invalid. */
type Readers<Filters> = { [Name in keyof Filters]: (value: string) => Filters[Name] };

export interface LogUrl<Filters> {
  /** Reads the filters and the position from a URL or a form. Ignores invalid values. */
  parse(values: URLSearchParams): { filters: Filters; cursor: string };
  /** Returns the filters that are set as query parameters of the API. */
  toQuery(filters: Partial<Filters>, cursor?: string): Record<string, string>;
  /** Builds the URL of a page of the log. */
  build(filters: Partial<Filters>, cursor?: string): string;
}

/** Describes the URLs of a log whose filters are query parameters with the same names as those of the API. */
export function createLogUrl<Filters extends { [Name in keyof Filters]: string }>(
  path: string,
  readers: Readers<Filters>,
): LogUrl<Filters> {
  const names = Object.keys(readers) as (keyof Filters & string)[];

  function toQuery(filters: Partial<Filters>, cursor = ''): Record<string, string> {
    const set = names.flatMap((name) => (filters[name] ? [[name, filters[name]]] : []));
    return Object.fromEntries(cursor ? [...set, ['cursor', cursor]] : set);
  }

  return {
    parse(values) {
      const read = (name: string) => cleanValue(values.get(name));
      const filters = {} as Filters;
      for (const name of names) filters[name] = readers[name](read(name));
      return { filters, cursor: read('cursor') };
    },
    toQuery,
    build(filters, cursor) {
      const query = new URLSearchParams(toQuery(filters, cursor));
      return query.size > 0 ? `${path}?${query}` : path;
    },
  };
}

export const readText =
  (maxLength: number) =>
  (value: string): string =>
    value.slice(0, maxLength);

export const readOneOf =
  <Option extends string>(options: readonly Option[]) =>
  (value: string): Option | '' =>
    options.find((option) => option === value) ?? '';

/** Reads a date in Karachi, such as `2026-11-21`. */
export const readDate = (value: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : '');
