import { addDays, formatShortDate, toKarachiDate } from '#contract/dates.ts';
import type { ClosureValues, EventRecord } from '#server/domains/corporate-actions/import/parse/records.ts';
import { parsePayout } from '#server/domains/corporate-actions/rules/payout.ts';
import { quote } from '#server/domains/imports/imports.ts';
import { findCompany, findCompanyByName, searchCompanies } from '#server/domains/market/market.ts';

/**
 * Returns the reasons why an administrator must confirm a record, as sentences. Our own layout may name companies that the
 * directory lacks and payouts in other words, because its rows are written for this import. Filings are confirmed one by
 * one in any case.
 */
export function getRecordDoubts(
  record: EventRecord,
  { isTezi, suggestions = new Map() }: { isTezi: boolean; suggestions?: Suggestions },
): string[] {
  const { values, symbol, companyName } = record;
  const doubts = [...(record.doubts ?? [])];
  if ('state' in values && values.state === 'waiting') return doubts;
  const named = findCompanyByName(companyName);
  if (symbol !== null && named !== null && named.symbol !== symbol && findCompany(companyName) === null)
    doubts.push(
      `The symbol ${symbol} and the name ${quote(companyName)} (${named.symbol}) are of two companies.`,
    );
  if (isTezi) return doubts;
  if (symbol === null || findCompany(symbol) === null)
    doubts.push(describeUnlisted(symbol, companyName, suggestions));
  if ('payout' in values && parsePayout(values.payout ?? '') === null)
    doubts.push(`${quote(values.payout ?? '')} cannot be read as a payout.`);
  if ('bcFrom' in values) doubts.push(...getClosureDoubts(values));
  return [...new Set(doubts)];
}

const MAX_CLOSURE_DAYS = 60;
/** An ex-date is one or two trading days before its closure; Eid adds up to ten days. */
const MAX_EX_DAYS = 14;

/** Returns doubts about dates that are valid but implausible, such as those whose day and month are swapped. */
function getClosureDoubts({ bcFrom = '', bcTo, exDate, announcedAt }: Partial<ClosureValues>): string[] {
  return [
    ...(bcTo && bcTo > addDays(bcFrom, MAX_CLOSURE_DAYS)
      ? [`The closure is longer than ${MAX_CLOSURE_DAYS} days.`]
      : []),
    ...(exDate && exDate < addDays(bcFrom, -MAX_EX_DAYS) ? [describeUnusualExDate(exDate)] : []),
    ...(announcedAt && toKarachiDate(new Date(announcedAt)) > bcFrom
      ? ['The closure starts before its announcement.']
      : []),
  ];
}

export const describeUnusualExDate = (exDate: string): string =>
  `${formatShortDate(exDate)} is unusual as the ex-date of this closure.`;

const MAX_SUGGESTIONS = 3;

/** The similar companies by the first word of a name. Searching them takes longer than parsing the row. */
export type Suggestions = Map<string, string>;

function describeUnlisted(symbol: string | null, name: string, suggestions: Suggestions): string {
  const [first = ''] = name.split(' ');
  const suggestion = suggestions.get(first) ?? suggestCompanies(first);
  suggestions.set(first, suggestion);
  return `${symbol ?? quote(name)} is not in the company directory.${suggestion}`;
}

function suggestCompanies(word: string): string {
  const similar = word.length < 3 ? [] : searchCompanies(word).slice(0, MAX_SUGGESTIONS);
  const names = similar.map((company) => `${company.name} (${company.symbol})`).join(', ');
  return names === '' ? '' : ` Similar names: ${names}.`;
}
