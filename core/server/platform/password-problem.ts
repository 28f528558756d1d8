import { dictionary } from '@zxcvbn-ts/language-common';
import { listContextWords } from '#core/contract/accounts/password-context.ts';
import {
  ADMIN_PASSWORD_MIN_LENGTH,
  NEW_PASSWORD_MIN_LENGTH,
  SIGN_UP_PASSWORD_MIN_LENGTH,
} from '#core/contract/fields.ts';

/** OWASP ASVS 5.0, 6.2.4: at least the 3,000 most common passwords among those that are long enough. */
const COMMON_COUNT = 3_000;
const MIN_LENGTHS = [SIGN_UP_PASSWORD_MIN_LENGTH, NEW_PASSWORD_MIN_LENGTH, ADMIN_PASSWORD_MIN_LENGTH];
/** Ordered by frequency. */
const list = dictionary['passwords-common'] as string[];
const listMostCommonPasswords = (minLength: number) =>
  list.filter(({ length }) => length >= minLength).slice(0, COMMON_COUNT);
const common = new Set(MIN_LENGTHS.flatMap(listMostCommonPasswords));

export interface PasswordProblem {
  code: 'common_password' | 'context_password';
  /** A sentence for the user; it does not repeat the password. */
  message: string;
}

/**
 * Returns the reason why a new password is too easy to guess, or `null`: it is a very common password, or it consists
 * of context words. `personal` are texts about the user: names, email address, username. Does not check the length.
 */
export function findPasswordProblem(password: string, personal: readonly string[]): PasswordProblem | null {
  if (common.has(password.toLowerCase())) {
    return { code: 'common_password', message: 'This password is too common.' };
  }
  if (consistsOfWords(password, listContextWords(personal))) {
    return {
      code: 'context_password',
      message:
        'This password only contains your name, your email or words about this site. Add a few unrelated words.',
    };
  }
  return null;
}

/**
 * Returns the reason why an administrator must not have a password: as `findPasswordProblem`, or it is a common password with digits and
 * punctuation around it, repeated, or with letters replaced, or little else than a sequence.
 */
export function findAdminPasswordProblem(password: string, username: string): PasswordProblem | null {
  const isGuessable =
    countUnpredictable(password) < ADMIN_PASSWORD_MIN_LENGTH / 2 ||
    ['l', 'i'].some((one) => listed.has(reduce(password, one)));
  if (isGuessable) return { code: 'common_password', message: 'This password is too common.' };
  return findPasswordProblem(password, [username]);
}

const listed = new Set(list);

/** Returns what is left of a password without what is commonly added and replaced. `one` is the letter for which 1 and ! stand. */
const reduce = (password: string, one: string): string =>
  fold(password)
    .join('')
    .replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
    .replace(/[^\p{L}\s]/gu, (sign) => (/[1!|]/.test(sign) ? one : (SUBSTITUTES[sign] ?? '')))
    .replace(/^(.+?)\1+$/, '$1');

/** Rows and columns of keyboards, the alphabet and the digits. */
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '1234567890-=',
  '!@#$%^&*()_+',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
].flatMap((text) => [text, [...text].reverse().join('')]);

/** Returns the number of characters that do not continue a sequence, also in every other place, and repeat nothing before them. */
export function countUnpredictable(text: string): number {
  const lower = text.toLowerCase();
  const isSequence = (three: string) =>
    three.length === 3 && SEQUENCES.some((sequence) => sequence.includes(three));
  const isPredictable = (end: number) => {
    const three = lower.slice(end - 2, end + 1);
    const everyOther = [4, 2, 0].map((back) => lower[end - back] ?? '').join('');
    const isRepeated = three[1] === three[2] || lower.slice(0, end).includes(three);
    return isRepeated || isSequence(three) || isSequence(everyOther);
  };
  return Array.from({ length: lower.length }, (_, end) => end).filter((end) => end < 2 || !isPredictable(end))
    .length;
}

/** The letters that digits and symbols commonly replace. */
const SUBSTITUTES: Record<string, string> = {
  '0': 'o',
  '1': 'il',
  '!': 'il',
  '|': 'il',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
};

/**
 * Returns true if the password is a sequence of the words, with nothing but digits, spaces and punctuation around
 * them. One other word is enough to make it `false`, so that passphrases may contain context words.
 */
function consistsOfWords(password: string, words: readonly string[]): boolean {
  const characters = fold(password);
  const folded = words.map(fold).filter(({ length }) => length > 0);
  // For each position: whether the text before it can be split into words, and whether that uses one.
  const splits: ({ hasWord: boolean } | undefined)[] = [{ hasWord: false }];
  for (const [position, character] of characters.entries()) {
    const split = splits[position];
    if (!split) continue;
    if (!/\p{L}/u.test(character)) splits[position + 1] ??= { ...split };
    for (const word of folded) {
      const isHere = word.every((letter, offset) => canBe(characters[position + offset], letter));
      if (isHere) splits[position + word.length] = { hasWord: true };
    }
  }
  return splits[characters.length]?.hasWord ?? false;
}

const canBe = (character: string | undefined, letter: string) =>
  character === letter || (SUBSTITUTES[character ?? '']?.includes(letter) ?? false);

/** Lower case, without accents and apostrophes, as single characters. */
const fold = (text: string) => [
  ...text
    .normalize('NFKD')
    .replace(/['’\p{M}]/gu, '')
    .toLowerCase(),
];
