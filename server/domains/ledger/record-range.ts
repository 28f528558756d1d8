import * as z from 'zod/mini';

const MAX_DIGITS = 15;

const position = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => /^[1-9]\d*$/.test(text) && text.length <= MAX_DIGITS,
        'Enter a whole number from 1.',
      ),
    ),
  z.transform(Number),
);

/** The query of the export. Without parameters it is complete. */
export const RecordRange = z.object({
  /** The sequence of the first entry. */
  from: z._default(position, 1),
  /** The number of entries. */
  limit: z.optional(position),
});
