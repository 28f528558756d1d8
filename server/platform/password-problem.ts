import { dictionary } from '@zxcvbn-ts/language-common';
import { listContextWords } from '#contract/accounts/password-context.ts';

/** The most common passwords of breaches (OWASP ASVS 5.0, 6.2.4 and 6.2.12), in lower case. */
const common = new Set(dictionary['passwords-common'] as string[]);

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
