import { splitLine } from '#features/imports/server/parsing.ts';

export interface Header {
  /** The roles of the columns in order, or `null` if the header cannot be read. */
  roles: Role[] | null;
  /** `null` for columns that are separated by spaces. */
  delimiter: string | null;
  /** The line, without a title before it. */
  text: string;
  /** The columns of a damaged header, or of one over several lines, in text without columns. */
  printed?: PrintedColumns;
}

/** The columns of a header over several lines. The values of a row show which date is which. */
export interface PrintedColumns {
  /** Results and dividends with their closures, each row over several lines. */
  isResults: boolean;
  /** The date before the closure is the last one with the payout, not the ex-date. */
  isCum: boolean;
  /** A payout without a percent sign is a percentage. */
  isPercent: boolean;
  /** The closure's columns are next to each other, before the other dates. */
  startsWithClosure: boolean;
}

const DELIMITERS = ['\t', '|', ';', ','];
const MAX_HEADER_LENGTH = 300;
const MAX_PHRASE_WORDS = 6;

/** Reads a line as the header of a table of book closures. Returns `null` if it is none. */
export function readHeader(line: string): Header | null {
  if (line.length > MAX_HEADER_LENGTH || /\d{3}|\d[./-]\d/.test(line)) return null;
  // A title may precede the header on its line: `# Dates of Closure of Books & AGMs: Name | From | …`.
  const text = line.replace(/^\s*#/, '').replace(/^[^|\t]*:\s*(?=\S)/, '');
  for (const delimiter of DELIMITERS) {
    if (!text.includes(delimiter)) continue;
    const cells = splitLine(text, delimiter);
    const roles = cells.map((cell) => (cell === '' ? 'unknown' : (findRole(cell) ?? 'unknown')));
    if (isTable(roles)) return { roles: markRepeated(roles), delimiter, text };
  }
  const roles = readColumns(text.trim().split(/\s{2,}/)) ?? readPhrases(text.trim().split(/\s+/));
  if (roles && isTable(roles)) return { roles: markRepeated(roles), delimiter: null, text };
  return isUnclearHeader(text) ? { roles: null, delimiter: null, text } : null;
}

const MAX_COLUMNS = 15;

const isTable = (roles: readonly Role[]) =>
  roles.length <= MAX_COLUMNS &&
  roles.includes('name') &&
  (roles.includes('from') || roles.includes('closure'));

function readColumns(cells: readonly string[]): Role[] | null {
  const roles = cells.map(findRole);
  return roles.every((role) => role !== null) ? roles : null;
}

/** Splits a header with single spaces into the longest phrases that name a column. */
function readPhrases(words: readonly string[]): Role[] | null {
  const roles: Role[] = [];
  let at = 0;
  while (at < words.length) {
    let length = Math.min(MAX_PHRASE_WORDS, words.length - at);
    let role = findRole(words.slice(at, at + length).join(' '));
    while (role === null && length > 1) {
      length -= 1;
      role = findRole(words.slice(at, at + length).join(' '));
    }
    if (role === null) return null;
    // `BC-2 Start Date Ex-Price` is one column.
    if (role !== 'ex' || roles.at(-1) !== 'ex') roles.push(role);
    at += length;
  }
  return roles;
}

/** Marks columns with the same role, because it is unclear which one counts. */
const markRepeated = (roles: readonly Role[]): Role[] =>
  roles.map((role, index) =>
    role !== 'other' && roles.some((other, at) => other === role && at !== index) ? 'unknown' : role,
  );

/** A header whose columns cannot be read must not let its rows pass as rows without a header. */
const isUnclearHeader = (text: string) =>
  /\b(?:names?|company|companies|scrips?)\b.*\b(?:from|closure|dividend|bonus|agm|payout|ex[- ]?(?:price|date)|cum)\b/i.test(
    text,
  ) || /^\W*(?:date\s+)?from\b.*\bto\b/i.test(text);

/** Reads the second line of a header, which continues its columns or splits them. Returns `null` if the line is none. */
export function readSubheader(line: string, header: Header): Header | null {
  if (/\d[./-]\d|\d{3}/.test(line)) return null;
  return splitClosure(line, header) ?? mergeByPosition(line, header);
}

/** `From` and `To` below `Book closure`. */
function splitClosure(line: string, { roles, delimiter, text }: Header): Header | null {
  if (roles === null || !roles.includes('closure')) return null;
  const cells = delimiter === null ? line.trim().split(/\s+/) : splitLine(line, delimiter);
  const below = cells.filter((cell) => cell !== '').map(findRole);
  if (below.join() !== 'from,to') return null;
  const at = roles.indexOf('closure');
  // With a blank cell next to it, the closure already spans two columns.
  const width = delimiter !== null && roles[at + 1] === 'unknown' && cells.length === roles.length ? 2 : 1;
  return { roles: [...roles.slice(0, at), 'from', 'to', ...roles.slice(at + width)], delimiter, text };
}

interface Span {
  text: string;
  start: number;
  end: number;
}

/** Joins the words of two lines that are above each other, in text with aligned columns. */
function mergeByPosition(line: string, { delimiter, text }: Header): Header | null {
  if (delimiter !== null) return null;
  const above = findSpans(text);
  const below = findSpans(line);
  const overlaps = (one: Span, other: Span) => one.start < other.end && other.start < one.end;
  const merged = below.map((span) => {
    const titles = above.filter((title) => overlaps(title, span)).map((title) => title.text);
    return { ...span, role: findRole([...titles, span.text].join(' ')) ?? findRole(span.text) };
  });
  const alone = above
    .filter((span) => !below.some((other) => overlaps(span, other)))
    .map((span) => ({ ...span, role: findRole(span.text) }));
  const columns = [...merged, ...alone].sort((a, b) => a.start - b.start);
  const roles = columns.flatMap(({ role }) => role ?? []);
  if (roles.length < columns.length || !isTable(roles)) return null;
  return { roles: markRepeated(roles), delimiter: null, text };
}

const findSpans = (text: string): Span[] =>
  [...text.matchAll(/\S+(?: \S+)*/g)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));

/** The role of a column in a newspaper's table of book closures. */
export type Role =
  | 'name'
  | 'from'
  | 'to'
  | 'closure'
  | 'payout'
  | 'ex'
  | 'cum'
  | 'agm'
  | 'eogm'
  | 'meeting'
  | 'other'
  | 'unknown';

export const ROLE_LABELS: Record<Role, string> = {
  name: 'Company',
  from: 'First day of the closure',
  to: 'Last day of the closure',
  closure: 'Book closure',
  payout: 'Payout',
  ex: 'Ex-date',
  cum: 'Last buying day',
  agm: 'Annual general meeting',
  eogm: 'Extraordinary general meeting',
  meeting: 'General meeting',
  other: 'Not used',
  unknown: 'Unknown column',
};

const BOOKS = '(?:b ?c|books?(?: closures?| closing| closed?)?|closure(?: of books?)?)';
const MEETING_DATE = '(?: date| held on| on)?';
const PAYOUT_WORD = '(?:div|dividends?|cash|bonus|rights?|payouts?|entitlements?|percent(?:age)?|d|b|r)';

/** Whole headers, in lower case and with single spaces instead of punctuation. */
const ROLES: readonly (readonly [RegExp, Role])[] = [
  [/^(?:names?|company|companies|company name|names? of (?:the )?(?:company|companies)|scrips?)$/, 'name'],
  [new RegExp(`^(?:${BOOKS} )?(?:date )?(?:from|starts?|begins?)(?: date)?$`), 'from'],
  [new RegExp(`^(?:${BOOKS} )?(?:date )?(?:to|ends?|up ?to|till)(?: date)?$`), 'to'],
  [
    /^(?:dates? of )?(?:books? closures?|books? closing|closure of books?|b ?c)(?: dates?| period)?$/,
    'closure',
  ],
  [
    new RegExp(
      `^(?:rate of )?${PAYOUT_WORD}(?: (?:and |or )?${PAYOUT_WORD})*(?: announced| declared| rate)?$`,
    ),
    'payout',
  ],
  [
    /^(?:(?:b ?)?c ?[12] )?(?:start )?(?:d(?:ate)? )?e?x (?:price|date|dividend|div)(?: (?:date|price))*$|^(?:b ?)?c ?[12](?: start)?(?: date)?$/,
    'ex',
  ],
  [
    /^(?:t ?[012] )?(?:last )?(?:date |day )?cum (?:date|day|price|dividend|div)(?: date| day)?$|^last cum$|^last (?:buying day|day to buy)$/,
    'cum',
  ],
  [new RegExp(`^(?:date of )?(?:agm|annual general meeting)${MEETING_DATE}$`), 'agm'],
  [new RegExp(`^(?:date of )?(?:e ?o?gm|extra ?ordinary general meeting)${MEETING_DATE}$`), 'eogm'],
  [
    new RegExp(`^(?:date of )?(?:a ?gm (?:or |and )?e ?o?gm|general meeting|meeting)${MEETING_DATE}$`),
    'meeting',
  ],
  [
    /^(?:s(?:r|erial)? ?(?:no|number)?|no|sector|symbol|(?:year|period|half year|quarter)(?: ended| ending)?|(?:net )?profit(?: loss)?(?: rs)?(?: (?:in )?(?:mln|million|m))?|eps|pat|time|venue|place|remarks?|spot(?: (?:date|from|period))?)$/,
    'other',
  ],
];

/** Returns the role of a column with this header, or `null` if it is not known. */
function findRole(header: string): Role | null {
  const plain = header
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return ROLES.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}
