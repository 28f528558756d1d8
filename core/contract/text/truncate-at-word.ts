/** Punctuation that would look odd before an ellipsis. */
const TRAILING = /[\s,;:–—-]+$/;

/** Truncates a text to `maxLength` characters including the ellipsis, at a word boundary if possible. */
export function truncateAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // One more character: the text may be cut exactly after a word.
  const lastSpace = text.slice(0, maxLength).search(/\s\S*$/);
  const cut = text.slice(0, lastSpace > 0 ? lastSpace : maxLength - 1);
  // A character outside the basic plane has two halves.
  const whole = /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
  return `${whole.replace(TRAILING, '')}…`;
}
