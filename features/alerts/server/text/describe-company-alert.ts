import {
  formatShortDateWithWeekday,
  formatTime,
  formatTimestamp,
  type LocalDate,
} from '#core/contract/dates.ts';
import { getArticlePath, getCompanyPath, paths } from '#core/contract/paths.ts';
import { toSingleLine } from '#core/contract/text/single-line.ts';
import { truncateAtWord } from '#core/contract/text/truncate-at-word.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import type { AlertKind } from '#features/alerts/contract/kinds.ts';
import {
  type AlertedClosure,
  type AlertedMeeting,
  readAlertedClosures,
  readAlertedMeetings,
} from '#features/corporate-actions/server/corporate-actions.ts';
import { readTradingCalendar } from '#features/market/server/market.ts';
import { type AlertedArticle, readAlertedArticles } from '#features/news/server/news.ts';
import type { Level } from '#features/positions/contract/levels.ts';
import { readAlertedLevels } from '#features/positions/server/positions.ts';
import type { AlertText, DescribedEvent } from './describe-alert.ts';

const MAX_HEADLINE_LENGTH = 160;
const MAX_NAMED = 3;

/**
 * Reads what alerts about companies are about. The function that it returns writes one of them; `null` if what it is about was removed, or
 * has another date by now.
 */
export async function readCompanySubjects(
  db: Queryable,
  events: readonly DescribedEvent[],
): Promise<(event: DescribedEvent) => AlertText | null> {
  const list = (field: 'articleId' | 'meetingId' | 'closureId' | 'levelId') => [
    ...new Set(events.flatMap(({ subject }) => subject[field] ?? [])),
  ];
  const articles = await readAlertedArticles(db, list('articleId'));
  const meetings = await readAlertedMeetings(db, list('meetingId'));
  const getLevel = await readAlertedLevels(db, list('levelId'));
  const closureIds = list('closureId');
  const closures =
    closureIds.length === 0
      ? new Map<number, AlertedClosure>()
      : await readAlertedClosures(db, closureIds, (await readTradingCalendar(db)).holidays);
  return ({ subject: { articleId, meetingId, closureId, levelId, date = '', symbols = [] } }) => {
    const article = articles.get(articleId ?? 0);
    if (article) return describeArticle(article, symbols);
    const meeting = meetings.get(meetingId ?? 0);
    if (meeting?.date === date && meeting) return describeMeeting(meeting);
    const level = getLevel(levelId ?? 0, date);
    if (level) return describeLevel(level, date);
    const closure = closures.get(closureId ?? 0);
    return closure && closure.lastBuyingDay === date ? describeLastBuyingDay(closure) : null;
  };
}

/** Headlines come from feeds. */
const clean = (text: string) => truncateAtWord(toSingleLine(text).trim(), MAX_HEADLINE_LENGTH);

function describeArticle({ id, title, source, pubDate }: AlertedArticle, symbols: string[]): AlertText {
  const others = symbols.length - MAX_NAMED;
  const named = symbols.slice(0, MAX_NAMED).join(', ');
  return {
    title: `${named}${others > 0 ? ` and ${others} more` : ''}: ${clean(title)}`,
    lines: [
      pubDate === null
        ? clean(source)
        : `${clean(source)}, published ${formatTimestamp(pubDate.toISOString())}`,
    ],
    path: getArticlePath(id),
  };
}

function describeMeeting({ symbol, date, time, subject, earlierDate }: AlertedMeeting): AlertText {
  const isMoved = earlierDate !== null && earlierDate !== date;
  return {
    title: `${symbol}: board meeting on ${formatShortDateWithWeekday(date)}`,
    lines: [
      time === null ? null : `At ${formatTime(time)} PKT`,
      clean(subject) || null,
      isMoved ? `Moved from ${formatShortDateWithWeekday(earlierDate)}` : null,
    ].filter((line) => line !== null),
    path: getCompanyPath(symbol),
  };
}

function describeLastBuyingDay(closure: AlertedClosure): AlertText {
  const { symbol, lastBuyingDay, exDate, isExDateEstimated, payout } = closure;
  return {
    title: `${symbol}: last buying day ${formatShortDateWithWeekday(lastBuyingDay)}`,
    lines: [
      `Payout: ${clean(payout)}`,
      `Who buys from ${formatShortDateWithWeekday(exDate)} on does not get it${isExDateEstimated ? ' (estimated from the book closure)' : ''}`,
    ],
    path: getCompanyPath(symbol),
  };
}

/** Writes the alert of a level. A later close may have reached it since; if it alerts once, the one of the alert was corrected. */
function describeLevel(level: Level, date: LocalDate): AlertText | null {
  const { symbol, kind, value, is_repeating, triggered_on, triggered_close } = level;
  const isLast = date === triggered_on;
  if (!isLast && !is_repeating) return null;
  const change = kind === 'change' ? `changed by more than ${Number(value)} %` : `${kind} Rs. ${value}`;
  const close = isLast && triggered_close !== null ? `: Rs. ${triggered_close}` : '';
  return {
    title: `${symbol}: ${change}`,
    lines: [`Close of ${formatShortDateWithWeekday(date)}${close}`],
    path: getCompanyPath(symbol),
  };
}

const CHANGED: Partial<Record<AlertKind, [title: string, line: string]>> = {
  company_news: ['article removed', 'The article is no longer listed.'],
  price_level: ['price level reached', 'You have removed this level since, or the close was corrected.'],
};
const CHANGED_DATE = [
  'date changed',
  'This date was changed or removed. The page of the company has the dates of today.',
] as const;

/** Writes the alert of a date that was changed since, or of an article, a level or a date that was removed. */
export function describeChangedSubject({ kind, subject: { symbols = [] } }: DescribedEvent): AlertText {
  const [symbol] = symbols;
  const [title, line] = CHANGED[kind] ?? CHANGED_DATE;
  return {
    title: `${symbols.slice(0, MAX_NAMED).join(', ')}: ${title}`,
    lines: [line],
    path: symbol === undefined ? paths.companies : getCompanyPath(symbol),
  };
}
