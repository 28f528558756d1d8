import Big from 'big.js';
import { parseEventText } from '#features/corporate-actions/server/import/event-record.ts';
import { parsePayout } from '#features/corporate-actions/server/rules/payout.ts';
import { isOnlySplit } from '#features/corporate-actions/server/rules/split.ts';
import { type Cells, cleanText, isBlank, quote } from '#features/imports/server/parsing.ts';

/** Columns with the whole payout, as announced. */
const PAYOUT_COLUMNS = [
  'payout',
  'announcement',
  'dividend_announcement',
  'payout_announcement',
  'payout_text',
  'payout_raw',
  'raw_payout',
  'payout_details',
  'dividend_details',
  'dividend_bonus_right',
  'div_bonus_right',
  'payouts',
  'entitlement',
  'entitlements',
  'benefit',
  'benefits',
  'corporate_action',
  'announcement_text',
  'announcement_raw',
  'raw_announcement',
  'raw',
  'raw_text',
  'notation',
  'declaration',
  'details',
  'purpose',
  'description',
];
/** Columns of one kind of payout each. */
const CASH = [
  'cash_dividend',
  'cash_dividend_percent',
  'cash_dividend_percentage',
  'cash_percent',
  'cash_pct',
  'cash',
  'dividend_percent',
  'dividend_percentage',
  'dividend_pct',
  'dividend_rate',
  'dividend',
  'div',
];
const BONUS = [
  'bonus',
  'bonus_percent',
  'bonus_percentage',
  'bonus_pct',
  'bonus_shares',
  'bonus_issue',
  'stock_dividend',
];
const RIGHT = [
  'right',
  'rights',
  'right_percent',
  'rights_percent',
  'right_percentage',
  'right_pct',
  'right_shares',
  'right_issue',
  'rights_issue',
];
/** Columns of a payout whose kind is in another column. */
const PERCENT = ['percent', 'percentage', 'pct', 'rate', 'payout_percent', 'payout_percentage', 'payout_pct'];
const PER_SHARE = [
  'per_share',
  'dividend_per_share',
  'cash_per_share',
  'amount_per_share',
  'rupees_per_share',
  'dps',
];
const AMOUNT = ['amount', 'payout_amount', 'payout_value', 'dividend_amount', 'value'];
const KIND = [
  'kind',
  'kinds',
  'type',
  'payout_type',
  'payout_kind',
  'dividend_type',
  'entitlement_type',
  'action_type',
  'action',
  'category',
];
const PERIOD = [
  'period',
  'payout_period',
  'dividend_period',
  'period_type',
  'interim_final',
  'instalment',
  'installment',
];
const NUMBER = ['dividend_number', 'interim_number', 'interim_no', 'payout_number', 'instalment_number'];

type Letter = 'D' | 'B' | 'R';

/** A payout as announced, `null` if the row has none, and the reasons why an administrator must confirm it. */
interface ReadPayout {
  payout: string | null;
  doubts: string[];
}

/**
 * Reads the payout of a row of another program, in one column or several, with its kind and period. Finds it in an unnamed
 * column too, because a closure without its payout is wrong.
 */
export function readPayout(row: Cells): ReadPayout {
  const { letters, period } = readKind(row);
  const text = row.findGiven(...PAYOUT_COLUMNS);
  if (text !== '' && isPayout(text))
    return { payout: completeText(text, letters, period), doubts: listFurtherDoubts(row, text) };
  const parts = readParts(row, letters, period);
  if (parts.length > 0) {
    const payout = parseEventText('payout', parts.map((part) => part.text).join(' '));
    return { payout, doubts: [...new Set(parts.flatMap(({ doubt }) => doubt ?? []))] };
  }
  if (text !== '' && !isBlank(text)) return { payout: parseEventText('payout', text), doubts: [] };
  const found = row.listUnused().filter((cell) => isNotation(cell.text) || /^nil\.?$/i.test(cell.text));
  if (found.length === 1 && found[0])
    return { payout: parseEventText('payout', row.get(found[0].column)), doubts: [] };
  if (isBlank(text) && text !== '') return { payout: parseEventText('payout', text), doubts: [] };
  return { payout: null, doubts: listUnreadDoubts(row) };
}

/** A row can have a bonus or a right in a column of its own that the announced text lacks. */
function listFurtherDoubts(row: Cells, text: string): string[] {
  const parts = [...readColumn(row, BONUS, 'B', null), ...readColumn(row, RIGHT, 'R', null)];
  const announced = parsePayout(text) ?? [];
  return parts.flatMap((part) => {
    const [further] = parsePayout(part.text) ?? [];
    const isAnnounced = announced.some(({ kind }) => kind === further?.kind);
    return isAnnounced ? [] : [`${quote(part.text)} is not part of the announced payout ${quote(text)}.`];
  });
}

const isPayout = (text: string): boolean =>
  (parsePayout(text)?.length ?? 0) > 0 || isOnlySplit(text) || /^nil\.?$/i.test(text.trim());

/** `250%(F) (D)` can be nothing but a payout; `5%` can be a change. */
const isNotation = (text: string): boolean =>
  /%{1,2}\s*\(|\((?:d|b|r|f|i{1,3}|iv)\)\s*$/i.test(text) && (parsePayout(text)?.length ?? 0) > 0;

/** A column that could say what is paid. A closure for a meeting has none, so nothing else is doubtful. */
const UNREAD = /div|payout|bonus|right|entitle|benefit|announc|declar|detail|percent|pct/;

const listUnreadDoubts = (row: Cells): string[] =>
  row
    .listUnused()
    .filter(({ column, text }) => UNREAD.test(column) && !isBlank(text) && !isZero(text))
    .filter(({ column }) => !/date|_at$|_on$|time|yield|url|link/.test(column))
    .map(
      ({ column, text }) =>
        `The column "${column}" may contain a payout (${text.slice(0, 40)}) and was not read.`,
    );

const isZero = (text: string) => /^0+(?:\.0+)?\s*%?$/.test(text.trim());

/** Reads the kind and the period of the payout from the columns that name them: `interim`, `D`, `cash dividend`. */
function readKind(row: Cells): { letters: Letter[]; period: string | null } {
  const texts = [...KIND, ...PERIOD].map((column) => row.find(column)?.trim().toLowerCase() ?? '');
  const number = row.findGiven(...NUMBER).toLowerCase();
  const letters = new Set(texts.flatMap(listLetters));
  const periods = [...texts, ...(/^\d+$/.test(number) ? [] : [number])].flatMap(
    (text) => parsePeriod(text) ?? [],
  );
  const isInterim = texts.some((text) => /\binterim\b|^i$/.test(text));
  const numeral = /^\d+$/.test(number) ? (NUMERALS[Number(number) - 1] ?? null) : null;
  const period = numeral !== null && (isInterim || periods.length === 0) ? numeral : (periods[0] ?? null);
  return { letters: [...letters], period };
}

function listLetters(text: string): Letter[] {
  const letters: Letter[] = [];
  if (/\bcash\b|\bdividends?\b|^d$/.test(text)) letters.push('D');
  if (/\bbonus\b|^b$/.test(text)) letters.push('B');
  if (/\brights?\b|^r$/.test(text)) letters.push('R');
  return letters;
}

const NUMERALS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Parses `final`, `F`, `ii`, `2nd interim`. Returns `null` for anything else, such as a financial year. */
function parsePeriod(text: string): string | null {
  if (/^f$|\bfinal\b/.test(text)) return 'F';
  const [, numeral = ''] = /^\(?([ivx]{1,4})\)?(?:\s+interim.*)?$/.exec(text) ?? [];
  if (NUMERALS.includes(numeral)) return numeral;
  if (!/\binterim\b/.test(text)) return null;
  const [, digit = ''] = /\b(\d)(?:st|nd|rd|th)?\b/.exec(text) ?? [];
  const ordinal = ORDINALS.findIndex((word) => text.includes(word));
  return NUMERALS[(digit === '' ? ordinal + 1 : Number(digit)) - 1] ?? null;
}

/** Adds the kind and the period to a payout that does not have them. */
function completeText(text: string, letters: readonly Letter[], period: string | null): string {
  const cleaned = parseEventText('payout', text) ?? '';
  const parts = parsePayout(cleaned);
  const [letter] = letters;
  if (parts?.length !== 1 || letters.length !== 1 || letter === undefined) return cleaned;
  const added = period === null || parts[0]?.period !== null ? '' : `(${period}) `;
  // A letter that contradicts the text makes it ambiguous; the text is what was announced.
  const completed = /[(=]\s*[dbr]\)?|dividend|bonus|right|cash/i.test(cleaned)
    ? cleaned
    : `${cleaned} ${added}(${letter})`;
  return parsePayout(completed) === null ? cleaned : completed;
}

interface PayoutText {
  text: string;
  doubt?: string;
}

function readParts(row: Cells, letters: readonly Letter[], period: string | null): PayoutText[] {
  const named = [
    ...readColumn(row, CASH, letters.length === 1 ? (letters[0] ?? 'D') : 'D', period),
    ...readColumn(row, BONUS, 'B', null),
    ...readColumn(row, RIGHT, 'R', null),
  ];
  if (named.length > 0) return named;
  const [letter = null] = letters.length === 1 ? letters : [];
  const percent = readColumn(row, PERCENT, letter, period);
  if (percent.length > 0) return percent;
  if (letter === 'D' || letter === null) {
    const perShare = readColumn(row, PER_SHARE, 'D', period);
    if (perShare.length > 0) return perShare;
  }
  return readColumn(row, AMOUNT, letter, period);
}

/** Reads a column of numbers or percentages. Blank and zero cells pay nothing. */
function readColumn(
  row: Cells,
  columns: readonly string[],
  letter: Letter | null,
  period: string | null,
): PayoutText[] {
  for (const column of columns) {
    const text = cleanText(row.find(column) ?? '');
    if (text === '' || isBlank(text) || isZero(text)) continue;
    return [formatPart(text, column, letter, period)];
  }
  return [];
}

function formatPart(text: string, column: string, letter: Letter | null, period: string | null): PayoutText {
  const ending = `${period === null ? '' : `(${period}) `}${letter === null ? '' : `(${letter})`}`;
  const unclear =
    letter === null ? { doubt: 'The row does not say whether the payout is cash, bonus or right.' } : {};
  if (!/^(?:r[se]\.?\s*)?\d{1,6}(?:,\d{3})*(?:\.\d+)?$/i.test(text)) {
    const completed = `${text} ${ending}`.trim();
    return { text: parsePayout(completed) === null ? text : completed, ...unclear };
  }
  const number = new Big(text.replace(/^r[se]\.?\s*|,/gi, '')).toFixed();
  if (/percent|pct|rate/.test(column)) return { text: `${number}% ${ending}`.trim(), ...unclear };
  if (/per_share|dps/.test(column) || /^r[se]/i.test(text))
    return { text: `Rs. ${number} ${ending}`.trim(), ...unclear };
  const doubt = `The column "${column}" has no unit: ${number} was read as percent.`;
  return { text: `${number}% ${ending}`.trim(), doubt };
}
