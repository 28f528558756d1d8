const BOARD = '(?:board|directors|bod)';
const BOARD_MEETING = new RegExp(
  [
    String.raw`\bboard(?: of directors)?['’]?s?['’]? (?:\w+ )?meetings?\b`,
    String.raw`\bbod['’]?s? meetings?\b`,
    String.raw`\bdirectors['’]? meetings?\b`,
    String.raw`\bmeetings? of (?:the |our |its )?${BOARD}\b`,
  ].join('|'),
  'i',
);
const PLAIN = /\bboard(?: of directors)?['’]?s?['’]? meetings?\b/i;
/** A committee of the board meets without the board. */
const COMMITTEE = /\bboard['’]?s? (?:\w+ ){0,3}committees?\b/i;

const REVOKED = /\brevoked\b/i;
const OVER =
  /\b(?:outcomes?|decisions?|resolutions?|resolved|minutes|proceedings|results? of (?:the )?(?:\w+ )?(?:board|bod|meeting)|in progress|conclu\w*|completion of|meetings? (?:(?:is|was|has|been) )*(?:complet\w*|ended)|adjourn\w*|approved|recommended|appointed|decided|commenced)\b/i;
const NOT_HELD =
  /\b(?:post-?pon\w*|cancel\w*|called off|defer\w*|delay\w*|disregard\w*|not (?:be|being) held|non[- ]?holding|withdrawn)\b/i;
const HELD = /\bheld\b/i;
const TO_BE_HELD = /\b(?:(?:to|will|shall|scheduled to|going to) be|is being|being) held\b/i;

export const isAboutBoardMeeting = (title: string): boolean =>
  BOARD_MEETING.test(title) && (PLAIN.test(title) || !COMMITTEE.test(title));

/** Returns the reason why a title about a board meeting is no notice of one, as a sentence, or `null` if it is. */
export function findTitleProblem(title: string): string | null {
  if (REVOKED.test(title))
    return 'The filing was revoked. Check its document to see whether the meeting was canceled too.';
  if (NOT_HELD.test(title)) return 'The filing postpones or cancels a meeting. Check its document.';
  if (OVER.test(title) || (HELD.test(title) && !TO_BE_HELD.test(title)))
    return 'The filing is about a meeting that has started or is over.';
  return null;
}
