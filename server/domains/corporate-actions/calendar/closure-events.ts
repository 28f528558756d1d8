import type { BookClosure } from '#contract/corporate-actions/book-closures.ts';
import { addDays, formatShortDate } from '#contract/dates.ts';
import { paysNothing } from '#server/domains/corporate-actions/rules/payout.ts';
import { makeEventUid, makePageUrl, type Site } from './site.ts';
import type { CalendarEvent } from './write-calendar.ts';

/** Returns the closure and, unless it certainly pays nothing, the last day to buy for its payout. */
export function toClosureEvents(closure: BookClosure, updatedAt: Date, site: Site): CalendarEvent[] {
  const name = closure.symbol ?? closure.company_name;
  const shared = {
    description: formatDescription(closure),
    location: null,
    url: makePageUrl(site, closure.company_name, closure.bc_from),
    updatedAt,
  };
  const closureEvent: CalendarEvent = {
    ...shared,
    ...toAllDayRange(closure.bc_from, closure.bc_to ?? closure.bc_from),
    uid: makeEventUid('book-closure', closure.id, site),
    summary: [`${name} book closure`, closure.payout].filter((part) => part !== '').join(': '),
  };
  if (paysNothing(closure.payout)) return [closureEvent];
  const lastBuyingDay: CalendarEvent = {
    ...shared,
    ...toAllDayRange(closure.last_buying_day, closure.last_buying_day),
    uid: makeEventUid('last-buying-day', closure.id, site),
    summary: `Last day to buy ${name} for ${closure.payout}${formatEstimate(closure, true)}`,
  };
  return [lastBuyingDay, closureEvent];
}

const toAllDayRange = (first: string, last: string) => ({
  start: { date: first, time: null },
  end: { date: addDays(last, 1), time: null },
});

/** Marks a date that is calculated. The last buying day is calculated even from a published ex-date. */
function formatEstimate(
  { is_ex_date_estimated, depends_on_tentative_holiday }: BookClosure,
  isCalculated = is_ex_date_estimated,
): string {
  const marks = [
    ...(is_ex_date_estimated ? ['estimated'] : []),
    ...(isCalculated && depends_on_tentative_holiday ? ['depends on a tentative holiday'] : []),
  ];
  return marks.length > 0 ? ` (${marks.join(', ')})` : '';
}

function formatDescription(closure: BookClosure): string {
  const end = closure.bc_to ? ` to ${formatShortDate(closure.bc_to)}` : '';
  return [
    closure.company_name,
    ...(closure.payout === '' ? [] : [`Payout: ${closure.payout}${formatRupees(closure)}`]),
    `Book closure: ${formatShortDate(closure.bc_from)}${end}`,
    `Ex-date: ${formatShortDate(closure.ex_date)}${formatEstimate(closure)}`,
    `Last day to buy: ${formatShortDate(closure.last_buying_day)}${formatEstimate(closure, true)}`,
    ...(closure.note ? [closure.note] : []),
  ].join('\n');
}

function formatRupees({ rupees_per_share, is_face_value_assumed }: BookClosure): string {
  if (rupees_per_share === null) return '';
  return ` = Rs. ${rupees_per_share} a share${is_face_value_assumed ? ' if its face value is Rs. 10' : ''}`;
}
