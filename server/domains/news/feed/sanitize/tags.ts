/** A tag as written in the source. */
export interface Tag {
  index: number;
  text: string;
  /** In lower case. */
  name: string;
  isEnd: boolean;
}

const SPACE = /\s/;
const START = /<(\/?)([a-z][^\s/>]*)/gi;

/** Lists the tags of a source in linear time. */
export function listTags(source: string): Tag[] {
  const tags: Tag[] = [];
  START.lastIndex = 0;
  for (let match = START.exec(source); match; match = START.exec(source)) {
    const end = findTagEnd(source, START.lastIndex);
    if (end === 0) break;
    const [, slash, name = ''] = match;
    tags.push({
      index: match.index,
      text: source.slice(match.index, end),
      name: name.toLowerCase(),
      isEnd: slash !== '',
    });
    START.lastIndex = end;
  }
  return tags;
}

/** Replaces the start and end tags of the elements. Their content stays. */
export function replaceTags(source: string, names: ReadonlySet<string>, replacement: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { index, text, name } of listTags(source)) {
    if (!names.has(name)) continue;
    parts.push(source.slice(at, index), replacement);
    at = index + text.length;
  }
  return parts.join('') + source.slice(at);
}

/**
 * Returns the index after the tag, or 0 if it does not end. A `>` in a quoted attribute value does not end the tag,
 * unless a `<` precedes its end: where parsers see no tag at all, such as in `<textarea>`, that could hide other tags.
 */
function findTagEnd(source: string, from: number): number {
  const end = source.indexOf('>', from) + 1;
  if (!/["']/.test(source.slice(from, end))) return end;
  let state: 'before-name' | 'name' | 'before-value' | 'unquoted' | '"' | "'" = 'before-name';
  for (let at = from; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === '<') break;
    if (state === '"' || state === "'") {
      if (character === state) state = 'before-name';
    } else if (character === '>') {
      return at + 1;
    } else if (state === 'before-value') {
      if (character === '"' || character === "'") state = character;
      else if (!SPACE.test(character)) state = 'unquoted';
    } else if (state === 'unquoted') {
      if (SPACE.test(character)) state = 'before-name';
    } else if (character === '/') {
      state = 'before-name';
    } else if (character === '=' && state === 'name') {
      state = 'before-value';
    } else if (!SPACE.test(character)) {
      state = 'name';
    }
  }
  return end;
}
