/** The header in which the API of a demo reports how far its clock is ahead of real time, in milliseconds. */
export const CLOCK_OFFSET_HEADER = 'Demo-Clock-Offset';

/** Returns the offset in a header or attribute; 0 without a valid one. A clock is never behind real time. */
export function parseClockOffset(value: string | null | undefined): number {
  return /^\d{1,15}$/.test(value ?? '') ? Number(value) : 0;
}
