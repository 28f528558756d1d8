const PREFERENCE = /\bpref(?:s|erence|erred)?\b/i;
const LETTER =
  /\bclass\W{0,3}([a-d])\b|\(\W?([a-d])\W?\)\s*$|\b(?:limited|ltd\.?|company|co\.?) ?([b-d])\s*$/i;
const RIGHT = /\((?:r\d?|rights?)\)/i;

/** Returns the class of the shares that a printed name has; '' for ordinary shares. */
export function findShareClass(name: string): string {
  const letter = LETTER.exec(name);
  return [
    PREFERENCE.test(name) ? 'preference' : '',
    (letter?.[1] ?? letter?.[2] ?? letter?.[3] ?? '').toLowerCase(),
    RIGHT.test(name) ? 'right' : '',
  ]
    .join(' ')
    .trim();
}

/** Writes the class in a printed name as the company directory does: `(Preference Shares)` is `(Pref)`, `(Class B)` is `(B)`. */
export const normalizeShareClass = (name: string): string =>
  name
    .replace(/\(\s*pref(?:s|erence|erred)?\.?(?: shares?)?\s*\)/i, '(Pref)')
    .replace(/\(\s*class\W{0,3}([a-d])\W{0,2}\)/i, '($1)');

/** The directory also writes the class of `Company Ltd (Class B)` as `Company LimitedB`. */
export const glueShareClass = (name: string): string => {
  const [end, letter = ''] =
    /(?:\s(?:limited|ltd)\.?)?\s*\(\s*(?:class\W{0,3})?([b-d])\W{0,2}\)\s*$/i.exec(name) ?? [];
  return end === undefined ? '' : `${name.slice(0, name.length - end.length)} Limited${letter.toUpperCase()}`;
};
