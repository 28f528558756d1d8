/**
 * Decodes a feed. Publishers often declare the wrong encoding, so bytes that are valid UTF-8 are decoded as UTF-8: text in
 * another encoding is rarely valid UTF-8. Otherwise the declared encoding applies.
 */
export function decodeBody(body: Uint8Array, contentType: string | null): string {
  const utf16 = detectUtf16(body);
  if (utf16) {
    return new TextDecoder(utf16).decode(body);
  }
  const utf8 = new TextDecoder().decode(body);
  if (isMostlyValid(utf8)) {
    return utf8;
  }
  const head = new TextDecoder('windows-1252').decode(body.subarray(0, 200));
  const declared =
    /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1] ??
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1];
  return (createDecoder(declared) ?? new TextDecoder('windows-1252')).decode(body);
}

function detectUtf16([first, second, third, fourth]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const hasLittleEndianBom = first === 0xff && second === 0xfe;
  const hasBigEndianBom = first === 0xfe && second === 0xff;
  // `<?` without a byte order mark.
  const isLittleEndian = first === 0x3c && second === 0 && third === 0x3f && fourth === 0;
  const isBigEndian = first === 0 && second === 0x3c && third === 0 && fourth === 0x3f;
  if (hasLittleEndianBom || isLittleEndian) {
    return 'utf-16le';
  }
  return hasBigEndianBom || isBigEndian ? 'utf-16be' : null;
}

/** Accepts UTF-8 with a few broken characters, such as a truncated last one. */
function isMostlyValid(text: string): boolean {
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  return broken === 0 || (text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0) > broken;
}

/** Returns `null` for UTF-8, which is already ruled out, and for unsupported encodings. */
function createDecoder(label: string | undefined): TextDecoder | null {
  try {
    const decoder = new TextDecoder(label);
    return decoder.encoding === 'utf-8' ? null : decoder;
  } catch {
    return null;
  }
}
