const LINE = /^[A-Za-z0-9+/]+={0,2}$/;
/** A shorter text without a space may be a word. */
const MIN_LENGTH = 16;
const UNPRINTABLE = /[[\p{Cc}]--[\t\n\r]]/v;
/** Matches a media type of neither texts nor XML. */
const BINARY_TYPE = /^(?!text\/)[\w.+-]+\/(?!(?:[\w.-]+\+)?xml\b)/i;

/**
 * Decodes the content of an Atom entry if it is base64, which it must be if its type is not a text (RFC 4287, section
 * 4.1.3.3) and may be in Atom 0.3. Returns `null` for base64 of something else than a text, such as an image.
 */
export function decodeContent(value: string, type: string): string | null {
  const isBinary = BINARY_TYPE.test(type);
  const lines = value.trim().split(/\s*\n\s*/);
  const encoded = lines.join('');
  const isBase64 = encoded.length % 4 === 0 && lines.every((line) => LINE.test(line));
  if (!isBase64 || (!isBinary && encoded.length < MIN_LENGTH)) {
    return value;
  }
  return decodeUtf8(Buffer.from(encoded, 'base64')) ?? (isBinary ? null : value);
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return UNPRINTABLE.test(text) ? null : text;
  } catch {
    return null;
  }
}
