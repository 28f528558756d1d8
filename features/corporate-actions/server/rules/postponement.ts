import type { LocalDate } from '#core/contract/dates.ts';
import { parseDate } from '#features/imports/server/parsing.ts';

const VERB = String.raw`\b(?:post-?pon\w*|cancel\w*|called off|defer\w*|delay\w*|disregard\w*|not (?:be|being) held|non[- ]?holding|withdrawn|adjourn\w*|re-?schedul\w*|(?:revis\w*|change\w*|new) (?:of |in )?(?:the )?date)\b`;
const POSTPONEMENT = new RegExp(VERB, 'i');

/** Returns whether the title of a notice says that something does not take place on its date. */
export const isPostponement = (title: string): boolean => POSTPONEMENT.test(title);

const MEETING = String.raw`(?:board|bod|directors['’]?|(?<!general )meetings?)\b`;
/** Words that begin another part of the title. */
const OTHER_PART = '(?:and|for|to|due|by|at|after|before|with)';
const WORD = String.raw`(?!${OTHER_PART}\b)[\w(][\w'’().,/-]*`;
const AFTER_VERB = String.raw`(?:$|[-–—:;,.()/&\d]|(?:to|till|until|from|due|because|for|on|owing|as|and|with|sine|again|scheduled|by|notice|letter|intimation|announcement)\b)`;
/** `Postponement of the Board Meeting`, `Postponed: Board Meeting`, or `Board Meeting … has been postponed`. */
const OF_MEETING = new RegExp(
  [
    String.raw`${VERB}[)\]]?(?: ${WORD}){0,8}? ${MEETING}`,
    `^${VERB} ?[-–—:]`,
    String.raw`\b${MEETING}(?:(?! - |[:;–—]).)*(?: ?[-–—:;] ?)?${VERB} ?${AFTER_VERB}`,
  ].join('|'),
  'i',
);

/** Returns whether a title says so of the meeting, and not of a right issue or a general meeting: `Change in Date of AGM`. */
export const isOfMeeting = (title: string): boolean => OF_MEETING.test(title);

const DATES =
  /\b(?:\d{1,2}(?:st|nd|rd|th)?[ -][a-z]{3,9}\.?[ ,-]+\d{4}|[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}-\d{2}-\d{2})\b/gi;
const BEFORE_NEW = /\b(?:to|until|till)\s+(?:\w+day,?\s+)?$/i;
const BEFORE_OLD = /\b(?:from|of|dated|(?:scheduled|called|held|convened) (?:on|for))\s+(?:\w+day,?\s+)?$/i;

/**
 * Reads the dates in the title of a postponement: `postponed from 12 Nov 2026 to 20 Nov 2026`. A date is read only if the word before it
 * says which one it is; that of a financial period is neither.
 */
export function readMovedDates(title: string): { from: LocalDate | null; to: LocalDate | null } {
  const dates: { from: LocalDate | null; to: LocalDate | null } = { from: null, to: null };
  for (const match of title.matchAll(DATES)) {
    const parsed = parseDate(match[0]);
    if ('rejection' in parsed) continue;
    const before = title.slice(0, match.index);
    if (BEFORE_NEW.test(before)) dates.to ??= parsed.date;
    else if (BEFORE_OLD.test(before)) dates.from ??= parsed.date;
  }
  return dates;
}
