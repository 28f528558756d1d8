import { type SQL, sql } from 'drizzle-orm';
import { findCompany } from '#server/domains/market/market.ts';
import type { Chosen } from './select-articles.ts';

/** What the articles must match, by the column `search`. */
export interface Query {
  /** As somebody typed it; `null` when only kinds are chosen. */
  text: string | null;
  chosen: Chosen;
}

/**
 * The condition on `search`, within a stretch of weeks when its marks are given. Text without any word matches nothing.
 * The query stands in a subquery, so that the planner does not weigh its words: it would rather read all texts than look
 * a frequent word up.
 */
export function matches(query: Query, weekMarks: readonly string[] = []): SQL {
  const marks = marksQuery(query.chosen, weekMarks);
  if (query.text === null) return sql`search @@ (select ${marks}::tsquery)`;
  const whole = marks === '' ? sql`words` : sql`words && ${marks}::tsquery`;
  return sql`search @@ (select case when numnode(words) > 0 then ${whole} end from (select ${textQuery(query.text)} as words) as typed)`;
}

/**
 * Whether a typed text has words that the index can find articles by: `optional` ones ("-word" alone) only narrow down.
 */
export type Words = 'none' | 'optional' | 'required';

export function wordsOf(text: string): SQL {
  const query = textQuery(text);
  return sql`case when numnode(${query}) = 0 then 'none' when querytree(${query}) in ('', 'T') then 'optional' else 'required' end`;
}

function textQuery(text: string): SQL {
  const words = sql`websearch_to_tsquery('english', ${text})`;
  // A symbol is found as it stands too, whatever stemming makes of it.
  const company = findCompany(text.trim());
  return company ? sql`(${words} || ${quote(company.symbol.toLowerCase())}::tsquery)` : words;
}

function marksQuery(
  { sourceId = [], sector = [], category = [] }: Chosen,
  weekMarks: readonly string[],
): string {
  return [
    sourceId.map((id) => `§source:${id}`),
    sector.map((name) => `§sector:${name}`),
    category.map((name) => `§category:${name}`),
    weekMarks,
  ]
    .filter((marks) => marks.length > 0)
    .map((marks) => `(${marks.map(quote).join(' | ')})`)
    .join(' & ');
}

/** One word of a tsquery, taken literally. */
const quote = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`;
