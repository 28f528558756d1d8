/** Percent-encodes text for a URL. Lone surrogates become the invalid UTF-8 that a hostile client would send. */
export const encodeText = (text: string): string =>
  text.replace(/[^\w.~-]/gsu, (character) =>
    character.isWellFormed()
      ? `%${Buffer.from(character).toString('hex').match(/../g)?.join('%')}`
      : encodeSurrogate(character.charCodeAt(0)),
  );

/** The three bytes that UTF-8 would have for the code unit, if it allowed it. */
function encodeSurrogate(unit: number): string {
  const bytes = [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)];
  return bytes.map((byte) => `%${byte.toString(16)}`).join('');
}
