import { quote } from '#features/imports/server/parsing.ts';

/** A longer text is no row of a table. */
const MAX_LENGTH = 40_000;

const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}';
const CLASS = String.raw`pref(?:s|erence|erred)?|class\W{0,3}[a-d]|non-?voting`;

/** What the values of a row look like, in more forms than rows are read in. */
const VALUES = new RegExp(
  [
    String.raw`(?<![\w./-])\d{1,4}[./-]\d{1,2}[./-]\d{2,4}(?![\w/-])`,
    String.raw`(?<![\w./-])\d{1,2}(?:st|nd|rd|th)?[- ./]?${MONTH}\b\.?(?:[- ,./]{0,2}(?:\d{4}|\d{2})(?![\d%.]))?`,
    String.raw`\b${MONTH}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b`,
    String.raw`(?<![\w./-])\d{1,2}[/-]\d{1,2}(?![\w./%-])`,
    String.raw`\d[\d.,]{0,20} ?%(?: ?\([^()]{1,12}\))?(?: ?(?:bonus|rights?|[bdr])(?![\p{L}]))?`,
    String.raw`\b(?:rs|re|pkr)\.? ?\d[\d.,]{0,20}(?:/[-=]{1,2})?`,
    String.raw`\((?:[^()]{0,20}\b(?:${CLASS})\b[^()]{0,20}|[a-d]|r\d?|rights?)\)`,
    String.raw`\b(?:${CLASS})\b(?: shares?\b)?`,
  ].join('|'),
  'giu',
);

/** Lists the dates, payouts and classes of shares in a text that no row takes. */
export const listUnread = (text: string): string[] =>
  [...text.slice(0, MAX_LENGTH).matchAll(VALUES)].map(([found]) => found.trim());

const FULL_DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d|^[^%(]*[a-z]{3}[^%(]*\d{2}$/i;
/** The words before a date that is part of a subject: `Accounts for the period ended 30.09.2026`. */
const PERIOD =
  /\b(?:end(?:s|ed|ing)?|on|of|for|from|to|till|dated?|at|year|quarter|period|half|accounts?|results?|and)\W*$/i;

const MAX_PERIOD_LENGTH = 40;

/** Lists the dates in the subject of a meeting that may be those of another row, and classes of shares in brackets. */
export const listUnreadInSubject = (subject: string): string[] =>
  [...subject.slice(0, MAX_LENGTH).matchAll(VALUES)]
    .filter(
      ({ 0: found, index }) =>
        found.startsWith('(') ||
        (FULL_DATE.test(found) && !PERIOD.test(subject.slice(Math.max(index - MAX_PERIOD_LENGTH, 0), index))),
    )
    .map(([found]) => found.trim());

/** The reason why the row next to such a text waits. */
export const describeUnread = (unread: readonly string[]): string[] =>
  unread.length === 0 ? [] : [`${quote(unread.join(', '))} was not read. It may be a part of the row.`];

/** The reason why a line with such a text is no row. */
export const describeLost = (unread: readonly string[]): string =>
  `No row of the table takes ${quote(unread.join(', '))}.`;
