const MAX_LENGTH = 200_000;
const MAX_DEPTH = 30;
/** Parsers compare every attribute of a tag with every other. */
const MAX_TAG_LENGTH = 8000;
const TAG = /<(\/?)([a-z][^\s/>]*)[^>]*>/gi;
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Elements that end where the next of their kind begins. */
const UNCLOSED = new Set(['p', 'li', 'dt', 'dd', 'tr', 'td', 'th', 'option']);

/**
 * Markup that no parser takes long over: cut to a length, without comments, every element closed where its parent
 * ends, and tags beyond a depth left out. Text stays. Takes time in proportion to the length, whatever comes; makes
 * nothing safe.
 */
export function boundMarkup(html: string): string {
  const source = withoutOpenTag(withoutComments(html.slice(0, MAX_LENGTH)));
  const open: string[] = [];
  let bounded = '';
  let at = 0;
  for (const match of source.matchAll(TAG)) {
    const [tag, slash, name = ''] = match;
    bounded += source.slice(at, match.index);
    at = match.index + tag.length;
    const kept = slash ? end(open, name.toLowerCase()) : start(open, name.toLowerCase(), tag);
    // A tag that is left out must not make another of what stood around it: `<</p>b>`.
    bounded += kept === '' && /<\/?$/.test(bounded.slice(-2)) ? ' ' : kept;
  }
  return bounded + source.slice(at) + closing(open);
}

function start(open: string[], name: string, tag: string): string {
  if (tag.length > MAX_TAG_LENGTH) {
    return '';
  }
  if (VOID.has(name)) {
    return tag;
  }
  const before = UNCLOSED.has(name) && open.at(-1) === name ? end(open, name) : '';
  if (open.length >= MAX_DEPTH) {
    return ' ';
  }
  open.push(name);
  return before + tag;
}

function end(open: string[], name: string): string {
  const at = open.lastIndexOf(name);
  return at === -1 ? '' : closing(open.splice(at));
}

function closing(names: string[]): string {
  return names
    .toReversed()
    .map((name) => `</${name}>`)
    .join('');
}

/** Also without the marks of CDATA, which some feeds wrap twice. */
function withoutComments(html: string): string {
  let kept = '';
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<!--', at);
    if (start === -1) {
      break;
    }
    kept += html.slice(at, start);
    // From within the mark: `<!-->` is a whole comment.
    const end = html.indexOf('-->', start + 2);
    at = end === -1 ? html.length : end + 3;
  }
  return (kept + html.slice(at)).replaceAll('<![CDATA[', '').replaceAll(']]>', '');
}

/** Without the tag at the end that nothing closes; what comes before then has a `>` for every tag. */
function withoutOpenTag(html: string): string {
  const tail = html.lastIndexOf('>') + 1;
  const open = html.slice(tail).search(/<[a-z/!?]/i);
  return open === -1 ? html : html.slice(0, tail + open);
}
