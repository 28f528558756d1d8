import { cleanText } from './clean-text.ts';

const LONGEST = 60;

/** What a file says, as it is cited in a sentence: on one line and cut where it is long. */
export function quoted(text: string): string {
  const plain = cleanText(text);
  return `"${plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain}"`;
}
