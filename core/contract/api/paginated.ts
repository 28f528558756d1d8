import * as z from 'zod/mini';

/** A page of a list with links to the pages next to it. `count` is the number of results on all pages. */
export const paginated = <Result extends z.ZodMiniType>(result: Result) =>
  z.object({
    count: z.int(),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    results: z.array(result),
  });
