import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { translations } from '@zxcvbn-ts/language-en';

export interface Strength {
  /** From 0, guessed at once, to 4. */
  score: 0 | 1 | 2 | 3 | 4;
  /** What makes it weak or would make it stronger, in a sentence. */
  advice: string | null;
}

/** The beginning tells enough; the time that an estimate takes grows faster than the length. */
const LONGEST = 64;

// Common passwords alone: the English word lists are three times as large and tell little more of a customer in Pakistan.
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
  maxLength: LONGEST,
});

/**
 * How hard a password is to guess for somebody who knows the `personal` words. Its word lists are large: load this file
 * only where a password is chosen.
 */
export function estimateStrength(password: string, personal: string[]): Strength {
  const { score, feedback } = zxcvbn.check(password, personal);
  return { score, advice: feedback.warning || feedback.suggestions[0] || null };
}
