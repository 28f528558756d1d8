import * as z from 'zod/mini';
import { timestamp } from '#contract/fields.ts';

/** An article, with the companies that it mentions. */
export const Article = z.object({
  id: z.int(),
  title: z.string(),
  /** HTML that the server sanitized when it fetched the article, or plain text if the request asked for an excerpt. */
  content: z.string(),
  /** The URL of the original; `null` if the feed has no valid one. */
  link: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  /** Is `null` if the feed has no valid date. */
  pub_date: z.nullable(timestamp),
  creator: z.nullable(z.string()),
  sector: z.nullable(z.string()),
  source: z.object({ name: z.string() }),
  category: z.object({ name: z.string() }),
  companies: z.array(z.object({ symbol: z.string(), name: z.string() })),
});
export type Article = z.infer<typeof Article>;

/** The fields of an article that a link needs. */
export const ArticleLink = z.object({ id: z.int(), title: z.string() });
export type ArticleLink = z.infer<typeof ArticleLink>;
