import { addDays } from '#contract/dates.ts';
import { estimateExDate } from '#server/domains/corporate-actions/rules/ex-date.ts';
import type { Holidays } from '#server/domains/market/market.ts';
import type { Role } from './column-roles.ts';
import type { DateToken, Token } from './read-tokens.ts';

/** The tokens of a row, each with its role. */
export type Assignment = { token: Token; role: Role }[];

const DATE_ROLES = new Set<Role>(['from', 'to', 'ex', 'cum', 'agm', 'eogm', 'meeting', 'other']);
const MEETING_ROLES = new Set<Role>(['agm', 'eogm', 'meeting']);
const MAX_ASSIGNMENTS = 500;

/**
 * Lists the ways in which the tokens fit the columns in their order. Blank cells may be missing, because text that
 * separates columns by spaces does not show them.
 */
export function assignRoles(tokens: readonly Token[], columns: readonly Role[]): Assignment[] {
  const found: Assignment[] = [];
  const visit = (at: number, column: number, assigned: Assignment) => {
    if (found.length === MAX_ASSIGNMENTS) return;
    const token = tokens[at];
    if (!token) {
      found.push(assigned);
      return;
    }
    for (let index = column; index < columns.length; index += 1) {
      const role = columns[index] ?? 'unknown';
      if (canBe(token, role)) visit(at + 1, index + 1, [...assigned, { token, role }]);
    }
    // An annual and an extraordinary meeting share a column.
    const last = assigned.at(-1);
    if (last && last.role === 'meeting' && token.type === 'date' && isSecondMeeting(token, assigned))
      visit(at + 1, column, [...assigned, { token, role: 'meeting' }]);
  };
  visit(0, 0, []);
  return mergeEqual(found);
}

function canBe(token: Token, role: Role): boolean {
  if (token.type === 'blank') return true;
  if (token.type === 'name') return role === 'name';
  if (token.type === 'payout') return role === 'payout';
  if (token.type === 'text') return role === 'other' || role === 'name';
  if (!isDate(token) || !DATE_ROLES.has(role)) return false;
  return token.mark === null || role === 'meeting' || role === token.mark;
}

const isDate = (token: Token): token is DateToken => token.type === 'date';

const isSecondMeeting = (token: DateToken, assigned: Assignment) =>
  assigned.filter(({ role }) => role === 'meeting').length === 1 &&
  (token.mark !== null || assigned.some(({ token: other }) => other.type === 'date' && other.mark !== null));

/** Assignments that differ only in the roles of blank cells are the same. */
function mergeEqual(assignments: readonly Assignment[]): Assignment[] {
  const byKey = new Map<string, Assignment>();
  for (const each of assignments) {
    const key = each.map(({ token, role }) => (token.type === 'blank' ? '' : role)).join('|');
    if (!byKey.has(key)) byKey.set(key, each);
  }
  return [...byKey.values()];
}

export const findDate = (assignment: Assignment, role: Role): string | null => {
  const found = assignment.find((each) => each.role === role && each.token.type === 'date');
  return found?.token.type === 'date' ? found.token.date : null;
};

/** An ex-date is one or two trading days before its closure; Eid adds up to ten days. */
const MAX_EX_DAYS = 14;
const MAX_CLOSURE_DAYS = 60;
const MAX_MEETING_DAYS = 120;

/** Returns whether the dates of an assignment are possible for one closure. */
export function isPossible(assignment: Assignment): boolean {
  const from = findDate(assignment, 'from');
  if (from === null) return false;
  const to = findDate(assignment, 'to');
  if (to !== null && (to < from || to > addDays(from, MAX_CLOSURE_DAYS))) return false;
  return assignment.every(({ token, role }) => {
    if (token.type !== 'date') return true;
    if (role === 'ex' || role === 'cum')
      return token.date < from && token.date >= addDays(from, -MAX_EX_DAYS);
    if (!MEETING_ROLES.has(role)) return true;
    return token.date >= addDays(from, -MAX_CLOSURE_DAYS) && token.date <= addDays(from, MAX_MEETING_DAYS);
  });
}

/** Returns whether the ex-date or the last buying day of an assignment is the one that its closure implies. */
export function hasImpliedExDate(assignment: Assignment, holidays: Holidays): boolean {
  const from = findDate(assignment, 'from');
  if (from === null) return false;
  const { exDate, lastBuyingDay } = estimateExDate(from, holidays);
  return findDate(assignment, 'ex') === exDate || findDate(assignment, 'cum') === lastBuyingDay;
}
