import { findSwallowingTags } from './dropped-elements.ts';
import { listTags } from './tags.ts';

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
  if (tag.length > MAX_TAG_LENGTH) {
    return '';
  }
  if (VOID.has(name)) {
    return tag;
  }
  const before = UNCLOSED.has(name) && open.at(-1) === name ? closeTag(open, name) : '';
  if (open.length >= MAX_DEPTH) {
    return ' ';
  }
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
    if (start === -1) {
      break;
    }
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
