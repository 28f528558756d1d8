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
const PAYOUT_WORD = '(?:div|dividends?|cash|bonus|rights?|payouts?|entitlements?|percent|d|b|r)';

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
    /^(?:b ?c ?[12] )?(?:start )?ex (?:price|date|dividend|div)(?: (?:date|price))*$|^b ?c ?[12] start(?: date)?$/,
    'ex',
  ],
  [
    /^(?:last )?cum (?:date|day|price|dividend|div)(?: date| day)?$|^last cum$|^last (?:buying day|day to buy)$/,
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
export function findRole(header: string): Role | null {
  const plain = header
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return ROLES.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}
