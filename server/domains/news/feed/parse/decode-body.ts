/**
 * The text of a feed, whatever it says about its encoding: outlets declare one and send another. Bytes that are
 * valid UTF-8 are UTF-8, since other encodings are so only by accident; for the rest the declarations count.
 */
export function decodeBody(body: Uint8Array, contentType: string | null): string {
  const marked = byteOrder(body);
  if (marked) {
    return new TextDecoder(marked).decode(body);
  }
  const utf8 = new TextDecoder().decode(body);
  if (isMostlyValid(utf8)) {
    return utf8;
  }
  const head = new TextDecoder('windows-1252').decode(body.subarray(0, 200));
  const declared =
    /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1] ??
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1];
  return (decoder(declared) ?? new TextDecoder('windows-1252')).decode(body);
}

function byteOrder([first, second, third, fourth]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const isMarkLittle = first === 0xff && second === 0xfe;
  const isMarkBig = first === 0xfe && second === 0xff;
  // `<?` without a mark.
  const isLittle = first === 0x3c && second === 0 && third === 0x3f && fourth === 0;
  const isBig = first === 0 && second === 0x3c && third === 0 && fourth === 0x3f;
  if (isMarkLittle || isLittle) {
    return 'utf-16le';
  }
  return isMarkBig || isBig ? 'utf-16be' : null;
}

/** One cut or spoilt character does not make UTF-8 another encoding. */
function isMostlyValid(text: string): boolean {
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  return broken === 0 || (text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0) > broken;
}

/** `null` for UTF-8, which it is not, and for names that nobody knows. */
function decoder(label: string | undefined): TextDecoder | null {
  try {
    const found = new TextDecoder(label);
    return found.encoding === 'utf-8' ? null : found;
  } catch {
    return null;
  }
}
