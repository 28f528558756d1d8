/** Formats a timestamp to the minute: `2026-12-31 19:00 UTC`. */
export const formatMinute = (date: Date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
