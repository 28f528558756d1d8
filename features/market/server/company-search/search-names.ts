import names from './search-names.json' with { type: 'json' };

/**
 * What people type for companies, sectors and indices in addition to symbols and names. Compiled for this product from general
 * knowledge and the press. Case, accents and punctuation do not matter.
 *
 * - `nicknames`: nicknames, short forms and brands, by symbol. A name of several companies offers all of them, in this order.
 * - `unlistedBrands`: brands of firms that are not listed, the listed company that their search leads to, and what the result says.
 * - `sectors`, `indices`: by code. The last names of a sector are Urdu.
 * - `urduNames`: the Urdu names of the companies that are traded most, as the Urdu press spells them where it was found, else
 *   transliterated. The search unites variants of letters and words.
 * - `partWords`: words after a company that name a part of its page, by the ID of the part.
 * - `companyWords`, `topicWords`: words around the name of a company, or of a sector or an index, that do not change which one is meant.
 */
export const SEARCH_NAMES = names;

/** Lists pairs of a key and one of its names. */
export const listNames = (
  byKey: Readonly<Record<string, readonly string[]>>,
): [key: string, name: string][] =>
  Object.entries(byKey).flatMap(([key, each]) => each.map((name): [string, string] => [key, name]));
