import type { Tag } from './tags.ts';

/** Elements that are dropped with their content. */
export const DROPPED_WITH_CONTENT =
  'script style textarea option select xmp noscript template iframe noembed noframes title svg math object'.split(
    ' ',
  );
const DROPPED = new Set(DROPPED_WITH_CONTENT);
/** Their content is never text of the article, even if the end tag is missing. */
const CODE = new Set(['script', 'style']);
/** The slash after an attribute's value without quotation marks belongs to the value. */
const SELF_CLOSED = /^<[^\s/>]+\/>$|[\s"']\/>$|\s[^\s"'=<>/]+\/>$/;

/**
 * Returns the indexes of start tags that must be removed, because the element would swallow the text after it: HTML
 * ignores the slash of `<iframe/>`, and an `<object>` without an end tag contains the rest of the article.
 */
export function findSwallowingTags(tags: readonly Tag[]): Set<number> {
  const found = new Set<number>();
  const openByName = new Map<string, number[]>();
  const getTag = (index: number) => tags[index]?.text ?? '';
  for (const [index, { name, isEnd }] of tags.entries()) {
    if (!DROPPED.has(name)) {
      continue;
    }
    const open = openByName.get(name) ?? [];
    openByName.set(name, open);
    if (!isEnd) {
      open.push(index);
      continue;
    }
    const start = open.pop();
    // `<iframe/>fallback</iframe>` was written as HTML; with other tags in between, the end tag is a stray one.
    if (start !== undefined && SELF_CLOSED.test(getTag(start)) && index > start + 1) {
      found.add(start);
    }
  }
  for (const [name, open] of openByName) {
    for (const index of open.filter((start) => !CODE.has(name) || getTag(start).endsWith('/>'))) {
      found.add(index);
    }
  }
  return found;
}
