import { type SQL, sql } from 'drizzle-orm';
import { findCompany } from '#server/domains/market/market.ts';
import type { SelectedKinds } from './news-overview.ts';

/** A query on the column `search`. */
export interface SearchQuery {
  /** The search text; `null` if only filters apply. */
  text: string | null;
  /** The company that the articles mention; `null` for any or none. */
  symbol: string | null;
  kinds: SelectedKinds;
}

/**
 * Builds the condition on `search`, limited to a range of weeks if its tags are given. Text without any word matches
 * nothing. The query is in a subquery to hide its words from the planner, which would otherwise prefer reading all texts
 * to looking up a frequent word.
 */
export function buildCondition(query: SearchQuery, weekTags: readonly string[] = []): SQL {
  const matches = matchText(query, buildTagQuery(query, weekTags));
  // The index finds the symbol as a word, which a text may contain with another meaning.
  return query.symbol === null ? matches : sql`${matches} and symbols @> array[${query.symbol}]`;
}

function matchText({ text }: SearchQuery, tags: string): SQL {
  if (text === null) return sql`search @@ (select ${tags}::tsquery)`;
  const combined = tags === '' ? sql`words` : sql`words && ${tags}::tsquery`;
  return sql`search @@ (select case when numnode(words) > 0 then ${combined} end from (select ${buildTextQuery(text)} as words) as typed)`;
}

/** The role of a text's words: `optional` ones (such as only "-word") cannot be looked up in the index. */
export type WordRole = 'none' | 'optional' | 'required';

/** Returns an expression for the `WordRole` of a search text. */
export function classifyWords(text: string): SQL {
  const query = buildTextQuery(text);
  return sql`case when numnode(${query}) = 0 then 'none' when querytree(${query}) in ('', 'T') then 'optional' else 'required' end`;
}

function buildTextQuery(text: string): SQL {
  const words = sql`websearch_to_tsquery('english', ${text})`;
  // Also matches a symbol exactly, without stemming.
  const company = findCompany(text.trim());
  return company ? sql`(${words} || ${quote(company.symbol.toLowerCase())}::tsquery)` : words;
}

function buildTagQuery({ symbol, kinds }: SearchQuery, weekTags: readonly string[]): string {
  const { sourceId = [], sector = [], category = [] } = kinds;
  return [
    symbol === null ? [] : [symbol.toLowerCase()],
    sourceId.map((id) => `§source:${id}`),
    sector.map((name) => `§sector:${name}`),
    category.map((name) => `§category:${name}`),
    weekTags,
  ]
    .filter((tags) => tags.length > 0)
    .map((tags) => `(${tags.map(quote).join(' | ')})`)
    .join(' & ');
}

/** Quotes a lexeme for a tsquery. */
const quote = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`;
