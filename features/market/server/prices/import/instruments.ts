import { cleanText, quote, RowOmission, RowRejection } from '#features/imports/server/parsing.ts';
import { findCompany } from '#features/market/server/companies.ts';

const DEBT = 'The row is about a debt instrument.';
const FUTURE = 'The row is about a futures contract.';

/** `LUCK-NOV`; a second series of a month ends in a letter, `SYS-MAYB`; `OGDC-CNOV` is settled in cash. */
export const FUTURE_SYMBOL = /-C?(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z]?\d{0,2}$/;
/** Government paper (`P05GIS080227`, `PK12TB021025`) and term finance certificates (`HBLTFC2`). */
const DEBT_SYMBOL = /^PK?\d{2}[A-Z]{0,5}\d{6}$|TFC\d{0,2}[A-Z]?$/;
/** Sukuk certificates: `KELSC5`, `MUGHALSTSC`. The same ending without a digit can be that of a company. */
const SUKUK_SYMBOL = /^([0-9A-Z]+?)(?:ST)?SC(\d{0,2})$/;
const DEBT_NAME =
  /\((?:TFC|SC|sukuk)|\b(?:TFCs?\d*|sukuk\d*|term finance|(?:treasury|treasuy|treausy) bills?|[TP]\.?I?\.?B(?:ill)?s? mat|gender bond|green bond|ijara sukuk)\b|\(\d+(?:st|nd|rd|th) issue\)/i;
const DEBT_SECTOR = /^(?:0*36|.*\bbonds?\b.*|.*\bdebt\b.*|.*\bsukuk\b.*)$/i;
const FUTURE_SECTOR = /^(?:0*40|.*\bfutures?\b.*)$/i;

/**
 * Throws `RowOmission` for a row about a debt instrument or a futures contract, by its sector (code or name), its symbol, or its
 * name. A symbol of the company directory is that of a share, whatever its ending.
 */
export function checkIsShare({
  symbol: symbolText,
  sector = '',
  name = '',
}: {
  symbol: string;
  sector?: string;
  name?: string;
}): void {
  const symbol = symbolText.toUpperCase();
  const isFuture = [symbol, name.trim()].some((text) => FUTURE_SYMBOL.test(text));
  if (FUTURE_SECTOR.test(sector.trim()) || isFuture) throw new RowOmission(FUTURE);
  if (DEBT_SECTOR.test(sector.trim())) throw new RowOmission(DEBT);
  if (findCompany(symbol) !== null) return;
  const [, issuer = '', number = ''] = SUKUK_SYMBOL.exec(symbol) ?? [];
  const isSukuk = issuer !== '' && (number !== '' || findCompany(issuer) !== null);
  if (isSukuk || DEBT_SYMBOL.test(symbol) || DEBT_NAME.test(name)) throw new RowOmission(DEBT);
}

/** Marks that the exchange puts after a symbol or a name: ex-dividend, ex-bonus, ex-right, and non-compliant. */
const MARK = '(?:X[DBR]|NC)';
const MARKED_SYMBOL = new RegExp(
  String.raw`^([0-9A-Z][0-9A-Z.-]{0,19}?)([-_.\s]{0,3}[([]?)(${MARK}(?:[\s,/-]{0,3}${MARK}){0,3})[)\]]?$`,
  'i',
);

/**
 * Splits `ABC XD`, `HBLXD` and `OGDC-XD` into the symbol and its suffix, which is `null` without one. Letters without a space before them
 * are only marks if the directory has the rest as a symbol, and not the whole.
 */
export function splitSymbol(text: string): { symbol: string; suffix: string | null } {
  const whole = text.trim();
  const [, symbol = '', separator = '', marks = ''] = MARKED_SYMBOL.exec(whole) ?? [];
  const isMarked =
    symbol !== '' &&
    (/[\s([]/.test(separator) || (findCompany(whole) === null && findCompany(symbol) !== null));
  return isMarked ? { symbol, suffix: toSuffix(marks) } : { symbol: whole, suffix: null };
}

const NAME_MARKS = /(?:[\s,/([-]{0,3}(?:X[DBR]|(?<![A-Z])NC|(?<=X[DBR])NC)[\s)\]]{0,3}){1,4}$/;
const MAX_NAME_LENGTH = 200;

/**
 * Splits `Ghani Glass LtdXR`, `Lucky Cement (XD)` and `Dewan Motors [ DEFAULTER SEGMENT ] XD` into the name and its suffix, which is `null`
 * without one.
 */
export function splitName(text: string): { name: string; suffix: string | null } {
  const plain = cleanText(text.slice(0, MAX_NAME_LENGTH).replace(/\[(?!\s*X[DBR]\b)[^\][]*\]/g, ' '));
  const [marks = ''] = NAME_MARKS.exec(plain) ?? [];
  return { name: plain.slice(0, plain.length - marks.length), suffix: toSuffix(marks) };
}

const toSuffix = (marks: string) => parseSuffix(marks.toUpperCase().replace(/NC|[^XDBR]/g, ''));

/** Parses `XD`, `XDXB` and `XD XB`. Returns `null` if it is blank. */
export function parseSuffix(text: string): string | null {
  const compact = text.replace(/[\s,/-]+/g, '').toUpperCase();
  if (compact === '') return null;
  const marks = compact.match(/X[DBR]/g) ?? [];
  if (marks.join('') !== compact) throw new RowRejection(`The suffix ${quote(text)} is not XD, XB or XR.`);
  return [...new Set(marks)].join(' ');
}
