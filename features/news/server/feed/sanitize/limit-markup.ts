const MAX_LENGTH = 200_000;
const MAX_DEPTH = 30;
/** Parsers compare each attribute of a tag with all others, which is quadratic. */
const MAX_TAG_LENGTH = 8000;
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Elements that the next one of the same name closes implicitly. */
const UNCLOSED = new Set(['p', 'li', 'dt', 'dd', 'tr', 'td', 'th', 'option']);

/**
 * Limits markup so that it is cheap to parse: truncates it, strips comments, closes every element where its parent ends,
 * and drops tags that are nested too deep or would swallow the text after them. Keeps all text. Runs in linear time; does
 * not make the markup safe.
 */
export function limitMarkup(html: string): string {
  const source = stripUnclosedTag(stripComments(html.slice(0, MAX_LENGTH)));
  const tags = listTags(source);
  const swallowing = findSwallowingTags(tags);
  const open: string[] = [];
  const limited: string[] = [];
  /** The last two characters. Reading them from a joined string would copy it for every tag. */
  let tail = '';
  const append = (text: string) => {
    limited.push(text);
    tail = (tail + text.slice(-2)).slice(-2);
  };
  let at = 0;
  for (const [index, tag] of tags.entries()) {
    append(source.slice(at, tag.index));
    at = tag.index + tag.text.length;
    const change = tag.isEnd ? closeTag : openTag;
    const output = swallowing.has(index) ? '' : change(open, tag.name, tag.text);
    // A dropped tag must not join its surroundings into a new tag: `<</p>b>`.
    append(output === '' && /<\/?$/.test(tail) ? ' ' : output);
  }
  return limited.join('') + source.slice(at) + toEndTags(open);
}

function openTag(open: string[], name: string, tag: string): string {
  if (tag.length > MAX_TAG_LENGTH) return '';
  if (VOID.has(name)) return tag;
  const before = UNCLOSED.has(name) && open.at(-1) === name ? closeTag(open, name) : '';
  if (open.length >= MAX_DEPTH) return ' ';
  open.push(name);
  return before + tag;
}

function closeTag(open: string[], name: string): string {
  const at = open.lastIndexOf(name);
  return at === -1 ? '' : toEndTags(open.splice(at));
}

function toEndTags(names: string[]): string {
  return names
    .toReversed()
    .map((name) => `</${name}>`)
    .join('');
}

/** Strips comments and CDATA markers, which some feeds nest twice. */
function stripComments(html: string): string {
  let stripped = '';
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<!--', at);
    if (start === -1) break;
    stripped += html.slice(at, start);
    // Searches from within the start: `<!-->` is a complete comment.
    const end = html.indexOf('-->', start + 2);
    at = end === -1 ? html.length : end + 3;
  }
  return (stripped + html.slice(at)).replaceAll('<![CDATA[', '').replaceAll(']]>', '');
}

/** Strips an incomplete tag at the end, so that every remaining tag has a `>`. */
function stripUnclosedTag(html: string): string {
  const tail = html.lastIndexOf('>') + 1;
  const open = html.slice(tail).search(/<[a-z/!?]/i);
  return open === -1 ? html : html.slice(0, tail + open);
}

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
function findSwallowingTags(tags: readonly Tag[]): Set<number> {
  const found = new Set<number>();
  const openByName = new Map<string, number[]>();
  const getTag = (index: number) => tags[index]?.text ?? '';
  for (const [index, { name, isEnd }] of tags.entries()) {
    if (!DROPPED.has(name)) continue;
    const open = openByName.get(name) ?? [];
    openByName.set(name, open);
    if (!isEnd) {
      open.push(index);
      continue;
    }
    const start = open.pop();
    // `<iframe/>fallback</iframe>` was written as HTML; with other tags in between, the end tag is a stray one.
    if (start !== undefined && SELF_CLOSED.test(getTag(start)) && index > start + 1) found.add(start);
  }
  for (const [name, open] of openByName) {
    for (const index of open.filter((start) => !CODE.has(name) || getTag(start).endsWith('/>'))) {
      found.add(index);
    }
  }
  return found;
}

/** A tag as written in the source. */
interface Tag {
  index: number;
  text: string;
  /** In lower case. */
  name: string;
  isEnd: boolean;
}

const SPACE = /\s/;
const START = /<(\/?)([a-z][^\s/>]*)/gi;

/** Lists the tags of a source in linear time. */
function listTags(source: string): Tag[] {
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
