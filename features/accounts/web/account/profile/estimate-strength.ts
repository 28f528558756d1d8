import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { translations } from '@zxcvbn-ts/language-en';

interface Strength {
  /** From 0, guessed immediately, to 4. */
  score: 0 | 1 | 2 | 3 | 4;
  /** A sentence about the weakness, or about an improvement. */
  advice: string | null;
}

/** Longer passwords are truncated: estimation time grows faster than the length. */
const MAX_ESTIMATED_LENGTH = 64;

// Only common passwords: the English word lists triple the size and add little for customers in Pakistan.
const zxcvbn = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  translations: {
    ...translations,
    warnings: {
      ...translations.warnings,
      userInputs: 'Leave out your name, your email address and the name of this site.',
    },
  },
  maxLength: MAX_ESTIMATED_LENGTH,
});

/**
 * Estimates how hard a password is to guess for an attacker who knows the `personal` words. The word lists are large:
 * import this file only where a password is set.
 */
export function estimateStrength(password: string, personal: string[]): Strength {
  const { score, feedback } = zxcvbn.check(password, personal);
  return { score, advice: feedback.warning || feedback.suggestions[0] || null };
}
