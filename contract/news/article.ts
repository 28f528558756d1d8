import * as z from 'zod/mini';
import { timestamp } from '#contract/fields.ts';

/** One article as readers get it (section 3 of the specification, with the companies that it names). */
export const Article = z.object({
  id: z.int(),
  title: z.string(),
  /** HTML that was sanitised when it came in, or text alone where the call asked for an excerpt. */
  content: z.string(),
  /** Where the outlet has it; `null` when its feed names no usable address. */
  link: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  /** `null` when the outlet gave no readable date. */
  pub_date: z.nullable(timestamp),
  creator: z.nullable(z.string()),
  sector: z.nullable(z.string()),
  source: z.object({ name: z.string() }),
  category: z.object({ name: z.string() }),
  companies: z.array(z.object({ symbol: z.string(), name: z.string() })),
});
export type Article = z.infer<typeof Article>;

/** Enough of an article to lead to it. */
export const ArticleLink = z.object({ id: z.int(), title: z.string() });
export type ArticleLink = z.infer<typeof ArticleLink>;
