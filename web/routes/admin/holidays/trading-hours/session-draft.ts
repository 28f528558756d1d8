import type { TradingSession } from '#contract/market/schedules.ts';

/** The times of a session as they are entered; empty if missing. */
export interface SessionDraft {
  preOpen: string;
  opens: string;
  closes: string;
}

const EMPTY: SessionDraft = { preOpen: '', opens: '', closes: '' };

/** Returns two rows, of which the second may stay empty. */
export const toDrafts = (sessions: readonly TradingSession[]): [SessionDraft, SessionDraft] => [
  toDraft(sessions[0]),
  toDraft(sessions[1]),
];

const toDraft = (session: TradingSession | undefined): SessionDraft =>
  session ? { preOpen: session.pre_open ?? '', opens: session.opens, closes: session.closes } : EMPTY;

/** Returns the sessions that are entered, including incomplete ones, which the API rejects. */
export const toSessions = (drafts: readonly SessionDraft[]): TradingSession[] =>
  drafts
    .filter(({ preOpen, opens, closes }) => preOpen + opens + closes !== '')
    .map(({ preOpen, opens, closes }) => ({ pre_open: preOpen === '' ? null : preOpen, opens, closes }));
