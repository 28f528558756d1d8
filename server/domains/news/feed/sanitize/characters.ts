/** The C1 control characters: windows-1252 punctuation, such as `’`, in a text that was decoded as ISO-8859-1. */
const C1_CONTROLS = /[\u0080-\u009f]/g;
const FIRST_C1_CONTROL = 0x80;
/** What the bytes 0x80 to 0x9F mean. The five unassigned ones stay control characters. */
const WINDOWS_1252 = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 32 }, (_, index) => FIRST_C1_CONTROL + index),
);
/** Control characters, some of which PostgreSQL rejects, and marks that reverse the text direction. */
const UNWANTED = /[[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]--[\t\n\r]]/gv;

/** Replaces C1 control characters with the windows-1252 characters that the publisher meant, as browsers do for `&#146;`. */
export function replaceC1Controls(text: string): string {
  return text.replace(
    C1_CONTROLS,
    (control) => WINDOWS_1252[control.charCodeAt(0) - FIRST_C1_CONTROL] ?? control,
  );
}

/** Replaces C1 control characters and strips all other control characters. */
export function cleanCharacters(text: string): string {
  return replaceC1Controls(text).replace(UNWANTED, '');
}

/** Truncates a text without splitting a surrogate pair. */
export function truncate(text: string, maxLength: number): string {
  const short = text.slice(0, maxLength);
  return short.length < text.length && /[\ud800-\udbff]$/.test(short) ? short.slice(0, -1) : short;
}
