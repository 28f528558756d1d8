const LONGEST = 60;

/** What a file says, as it is cited in a sentence: on one line and cut where it is long. */
export function quoted(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return `"${plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain}"`;
}
