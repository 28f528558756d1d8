import { cleanValue, type Filter, names, searchText, symbols } from '#core/web/list/filters.ts';
import {
  COMPANY_NAMES_MAX_LENGTH,
  EVENTS_SEARCH_MAX_LENGTH,
} from '#features/corporate-actions/contract/fields.ts';

/** The filters that the lists of board meetings and book closures share. Their pages parse typed dates differently. */
export const eventFilters = (parse: ParseDate) => ({
  search: searchText(EVENTS_SEARCH_MAX_LENGTH),
  company_name: joinedNames,
  symbol: symbols,
  from_date: typedDate(parse),
  to_date: typedDate(parse),
});

const NAMES = names({ maxLength: COMPANY_NAMES_MAX_LENGTH, maxCount: 200 });

/** Distinct names joined by commas, or repeated. A comma that belongs to a name is followed by a space. */
const joinedNames: Filter<string[]> = {
  none: [],
  read: (values) => NAMES.read(values.flatMap((value) => value.split(/,(?! )/))),
  write: joinNames,
};

/** Joins names by commas, in as many values as the maximum length of a value requires. */
function joinNames(joined: readonly string[]): string[] {
  const values: string[] = [];
  for (const each of joined) {
    const longer = values.length > 0 ? `${values.at(-1)},${each}` : each;
    if (values.length > 0 && longer.length <= COMPANY_NAMES_MAX_LENGTH) values[values.length - 1] = longer;
    else values.push(each);
  }
  return values;
}

/** Parses a date as users type it. */
type ParseDate = (text: string) => { date: string } | { error: string };

/** A date, `YYYY-MM-DD`. Forms submitted without scripts contain it as it was typed. */
export const date = (parse: ParseDate): Filter<string> => ({
  none: '',
  read: ([text]) => {
    const result = parse(cleanValue(text));
    return 'date' in result ? result.date : '';
  },
});

/** The maximum length of a typed date. */
export const MAX_DATE_LENGTH = 40;

/** A date that the page shows as it was typed if it is invalid. */
const typedDate = (parse: ParseDate): Filter<string> => ({
  ...date(parse),
  getInvalid: (values) =>
    date(parse).read(values) === '' ? cleanValue(values[0]).slice(0, MAX_DATE_LENGTH) : '',
});
