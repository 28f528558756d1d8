/** Marks where an inline element begins or ends, until `separateWords`. Unicode reserves it for use within a program. */
export const INLINE_MARK = '\ufdd0';

/** The elements that do not interrupt a line of text. */
export const INLINE_ELEMENTS: ReadonlySet<string> = new Set(
  'a abbr b bdi cite code del em font i ins kbd label mark q s small span strong sub sup time u'.split(' '),
);

/** Returns the mark, or a space if a class says that the element is a label next to the text. */
export const markInline = (classes: string | undefined): string =>
  /(?:^|[\s_-])(?:badge|chip|flag|label|lozenge|pill|status|tag)s?(?:$|[\s_-])/i.test(classes ?? '')
    ? ' '
    : INLINE_MARK;

/** What a publisher adds to the title of a text that it changed. */
const STATUSES =
  'revoked revised amended updated corrected corrigendum addendum canceled cancelled postponed deferred adjourned withdrawn rescheduled superseded'.split(
    ' ',
  );
const STATUS = `(?:${STATUSES.join('|')})`;
const MARKED_STATUS = new RegExp(String.raw`${INLINE_MARK}(\s*${STATUS}\s*)(?=${INLINE_MARK})`, 'giu');
/** A word of capitals or in title case after a word in lower case, or in title case after one of capitals: `Results|Final`, `KSE|Index`. */
const MARKED_WORD = new RegExp(
  String.raw`(?<=\p{L}{2}[\p{Ll})](?<!\bMac))${INLINE_MARK}+(?=\p{Lu})|(?<=\p{Lu}{2})${INLINE_MARK}+(?=\p{Lu}\p{Ll})`,
  'gu',
);
/** A status that was glued to the title by a program that read it. `unrevised` is a word. */
const GLUED_END = new RegExp(
  String.raw`(?<=[\p{L}\p{N})\]])(?<!\b(?:un|non|pre|re|over|auto|mis))(?=${STATUS}(?:\s*${STATUS})*\W*$)`,
  'giu',
);
/** A status anywhere, if its first letter shows where it begins: `MeetingREVOKED by PSX`. */
const GLUED_CAPITAL = new RegExp(
  String.raw`(?<=\p{L}\p{Ll}|[)\]])(?=(?:${STATUSES.flatMap((status) => [
    status.toUpperCase(),
    status.charAt(0).toUpperCase() + status.slice(1),
  ]).join('|')})(?!\p{L}))`,
  'gu',
);
const GLUED_START = new RegExp(String.raw`^(\W*${STATUS})(\p{L})`, 'iu');

/** Separates the labels that were next to a text without a space, and removes the marks. Words stay: `<b>T</b>ezi` is `Tezi`. */
export const separateWords = (text: string): string =>
  text.includes(INLINE_MARK)
    ? text.replace(MARKED_STATUS, ' $1 ').replace(MARKED_WORD, ' ').replaceAll(INLINE_MARK, '')
    : text;

/** Separates the status of a title too if no element shows where it begins: `Financial ResultsREVOKED`. */
export const separateStatus = (title: string): string =>
  title
    .replace(GLUED_START, (both, status, next) => (/\p{Lu}/u.test(next) ? `${status} ${next}` : both))
    .replace(GLUED_END, ' ')
    .replace(GLUED_CAPITAL, ' ');
