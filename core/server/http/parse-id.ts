import { notFound } from '#core/server/platform/http-error.ts';

/** Parses the ID of a row in a path. Throws a 404 error if it cannot be one. */
export function parseId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound();
  return Number(text);
}
