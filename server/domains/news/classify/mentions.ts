import type { Token } from './phrases.ts';

const toWords = (words: string) => new Set(words.split(/\s+/));

const QUOTE_BEFORE = toWords(
  'says said say by per quoting from of at via notes noted believes to with thinks expects',
);
const QUOTE_AFTER = toWords(
  `said says say noted notes sees expects expected estimates estimated forecasts forecast projects predicts believes maintains
   reiterates upgrades downgrades initiates analyst analysts research report reports survey note weekly stated added
   commented anticipates recommends`,
);
/** Words shortly after a broker's name: "raises target price of Lucky Cement", "head of research". */
const RESEARCH_WORDS = toWords(
  'target rating ratings estimate estimates forecast forecasts research analyst report note',
);
/** Words shortly after a broker's name in an article about the broker. */
const OWN_EVENTS = toWords(
  `profit profits earnings loss eps dividend payout revenue shareholders informed notified disclosed announced posted earned
   acquire acquires stake shareholding subsidiary ceo`,
);
const LOOKAHEAD = 6;

const EXCHANGE = 'Pakistan Stock Exchange(?: Limited| Ltd\\.?)?(?: \\(PSX\\))?|PSX';
const EXCHANGE_FIGURES =
  '(?:profit(?![- ](?:taking|booking))|net loss|loss after tax|earnings per share|EPS|PAT|(?:interim |final )?(?:cash )?dividend)';
const EXCHANGE_NOTICES = `(?:${EXCHANGE_FIGURES}|financial results|board (?:of directors )?meeting|(?:annual|extraordinary) general meeting|(?:quarterly|annual) report|material information)`;
const EXCHANGE_EVENTS = [
  new RegExp(`(?:${EXCHANGE})[’']s (?:[\\w.%-]+ ){0,2}${EXCHANGE_FIGURES}`, 'i'),
  new RegExp(
    `(?:${EXCHANGE}) (?:posts|reports|declares|announces|earns) (?:[\\w.%-]+ ){0,3}${EXCHANGE_FIGURES}`,
    'i',
  ),
  new RegExp(
    `Pakistan Stock Exchange (?:Limited|Ltd\\.?)(?::| -| \\|) (?:[\\w.%-]+ ){0,2}${EXCHANGE_NOTICES}`,
    'i',
  ),
];

const NOTICE =
  /\b(?:board|meeting|results?|accounts|report|dividend|bonus|payout|book closure|material information|disclosure|notice|appointment|resignation|briefing|shares?|profit|loss|plant|well|block|production|acquisition|stake|agreement|contract)\b/i;

/** Determines whether a text is about a broker or rating agency that it names, instead of quoting it. */
export function isSubject(tokens: readonly Token[], at: number, length: number, isTitle: boolean): boolean {
  const after = tokens.slice(at + length, at + length + LOOKAHEAD);
  const isLast = after.length === 0;
  if (QUOTE_BEFORE.has(tokens[at - 1]?.word ?? '') || QUOTE_AFTER.has(after[0]?.word ?? '')) return false;
  if (after.slice(0, 3).some(({ word }) => RESEARCH_WORDS.has(word))) return false;
  if (isTitle) return !(isLast && at > 0);
  return after.some(({ word }) => OWN_EVENTS.has(word));
}

/**
 * Determines whether a text is about the exchange as a listed company, by its results, dividends and meetings. Other texts
 * name it as the place where shares are traded or announcements are made.
 */
export function mentionsExchangeAsCompany(text: string): boolean {
  return EXCHANGE_EVENTS.some((event) => event.test(text));
}

/** Determines whether the text after "SYMBOL:" is the subject of a company's announcement. */
export function isNoticeOfCompany(subject: string): boolean {
  return NOTICE.test(subject);
}
