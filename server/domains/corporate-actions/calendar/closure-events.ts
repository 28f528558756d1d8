import type { BookClosure } from '#contract/corporate-actions/book-closures.ts';
import { addDays, formatShortDate } from '#contract/dates.ts';
import { parsePayout } from '#server/domains/corporate-actions/rules/payout.ts';
import { eventUid, pageOf, type Site } from './site.ts';
import type { CalendarEvent } from './write-calendar.ts';

/** The closure itself, and where it pays something (or may) the last day to buy for it. */
export function closureEvents(closure: BookClosure, updatedAt: Date, site: Site): CalendarEvent[] {
  const name = closure.symbol ?? closure.company_name;
  const shared = {
    description: describe(closure),
    location: null,
    url: pageOf(site, closure.company_name, closure.bc_from),
    updatedAt,
  };
  const closed: CalendarEvent = {
    ...shared,
    ...wholeDays(closure.bc_from, closure.bc_to ?? closure.bc_from),
    uid: eventUid('book-closure', closure.id, site),
    summary: [`${name} book closure`, closure.payout].filter((part) => part !== '').join(': '),
  };
  if (parsePayout(closure.payout)?.length === 0) return [closed];
  const lastBuyingDay: CalendarEvent = {
    ...shared,
    ...wholeDays(closure.last_buying_day, closure.last_buying_day),
    uid: eventUid('last-buying-day', closure.id, site),
    summary: `Last day to buy ${name} for ${closure.payout}${estimate(closure)}`,
  };
  return [lastBuyingDay, closed];
}

const wholeDays = (first: string, last: string) => ({
  start: { day: first, time: null },
  end: { day: addDays(last, 1), time: null },
});

const estimate = ({ is_ex_date_estimated }: BookClosure) => (is_ex_date_estimated ? ' (estimated)' : '');

function describe(closure: BookClosure): string {
  const end = closure.bc_to ? ` to ${formatShortDate(closure.bc_to)}` : '';
  return [
    closure.company_name,
    ...(closure.payout === '' ? [] : [`Payout: ${closure.payout}${inRupees(closure)}`]),
    `Book closure: ${formatShortDate(closure.bc_from)}${end}`,
    `Ex-date: ${formatShortDate(closure.ex_date)}${estimate(closure)}`,
    `Last day to buy: ${formatShortDate(closure.last_buying_day)}${estimate(closure)}`,
    ...(closure.note ? [closure.note] : []),
  ].join('\n');
}

function inRupees({ rupees_per_share, is_face_value_assumed }: BookClosure): string {
  if (rupees_per_share === null) return '';
  return ` = Rs. ${rupees_per_share} a share${is_face_value_assumed ? ' if its face value is Rs. 10' : ''}`;
}
