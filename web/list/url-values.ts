/** What an address holds, cleaned; an address that somebody shortened or mistyped still shows a list. */
export const cleanValue = (text: string | null) => (text ?? '').replaceAll('\0', '').trim();

export function readPage(text: string | null): number {
  const page = /^\d{1,6}$/.test(text ?? '') ? Number(text) : 1;
  return Math.max(1, page);
}

/** Longer texts are no dates. */
export const MAX_DATE_LENGTH = 40;
