import type { EventRecord } from '#server/domains/corporate-actions/import/parse/records.ts';
import { quote } from '#server/domains/corporate-actions/import/parse/text.ts';
import { parsePayout } from '#server/domains/corporate-actions/rules/payout.ts';
import { findCompany, findCompanyByName, searchCompanies } from '#server/domains/market/market.ts';

/**
 * Returns the reasons why an administrator must confirm a record, as sentences. Our own layout may name companies that the
 * directory lacks and payouts in other words, because its rows are written for this import. Filings are confirmed one by
 * one in any case.
 */
export function getRecordDoubts(record: EventRecord, { isTezi }: { isTezi: boolean }): string[] {
  const { values, symbol, companyName } = record;
  const doubts = [...(record.doubts ?? [])];
  if ('state' in values && values.state === 'waiting') return doubts;
  const named = findCompanyByName(companyName);
  if (symbol !== null && named !== null && named.symbol !== symbol && findCompany(companyName) === null)
    doubts.push(
      `The symbol ${symbol} and the name ${quote(companyName)} (${named.symbol}) are of two companies.`,
    );
  if (isTezi) return doubts;
  if (symbol === null || findCompany(symbol) === null) doubts.push(describeUnlisted(symbol, companyName));
  if ('payout' in values && parsePayout(values.payout ?? '') === null)
    doubts.push(`${quote(values.payout ?? '')} cannot be read as a payout.`);
  return [...new Set(doubts)];
}

const MAX_SUGGESTIONS = 3;

function describeUnlisted(symbol: string | null, name: string): string {
  const [first = ''] = name.split(' ');
  const similar = first.length < 3 ? [] : searchCompanies(first).slice(0, MAX_SUGGESTIONS);
  const names = similar.map((company) => `${company.name} (${company.symbol})`).join(', ');
  const suggestion = names === '' ? '' : ` Similar names: ${names}.`;
  return `${symbol ?? quote(name)} is not in the company directory.${suggestion}`;
}
