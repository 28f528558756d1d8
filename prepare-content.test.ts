import { isNotNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type BoardMeeting, listBoardMeetings } from '#features/corporate-actions/contract/board-meetings.ts';
import { type BookClosure, listBookClosures } from '#features/corporate-actions/contract/book-closures.ts';
import { boardMeetings, bookClosures } from '#features/corporate-actions/server/corporate-actions.tables.ts';
import { cacheHolidays, isTradingDay } from '#features/market/server/market.ts';
import { listArticles } from '#features/news/contract/endpoints.ts';
import { newsSources } from '#features/news/server/news.tables.ts';
import { listAdminSignals } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { loadSampleContent, rejectSampleContent } from './prepare-content.ts';

const test = useTestApp();

describe('sample content', () => {
  it('fills a new database once and does not return after it is deleted', async () => {
    const { access: token } = await signInAdministrator(test);
    const load = () => loadSampleContent(test.database, test.clock.now());
    const list = async () => (await test.call(listAdminSignals, { query: {} }, { token })).body;

    await load();
    await evaluateSignals({ ...test, releaseDays: 7 });
    const { count, results, active_counts } = await list();
    expect(count).toBe(48);
    expect(active_counts).toEqual({ intraday: 3, swing: 3, investment: 2 });
    expect(results.every(({ created_at }: AdminSignal) => created_at < '2026-11-21T05:42:00.000Z')).toBe(
      true,
    );

    await load();
    expect((await list()).count).toBe(48);
    await test.database.pool.query('update signals set deleted_at = created_at');
    await load();
    expect((await list()).count).toBe(0);
  });

  it('contains searchable news in the past, from sources that are never fetched', async () => {
    const { body } = await test.call(listArticles, { query: {} });
    expect(body.count).toBe(48);
    expect(body.results[0]).toMatchObject({
      pub_date: '2026-11-21T04:42:00.000Z',
      source: { name: 'Karachi Market Wire' },
      link: '/simulators/publisher/articles/1',
      image_url: '/simulators/publisher/pictures/chart.svg',
    });
    const lucky = await test.call(listArticles, { query: { search: 'LUCK', content: 'excerpt' } });
    expect(lucky.body.count).toBe(2);
    expect(lucky.body.results.every(({ content }: { content: string }) => content.length <= 150)).toBe(true);
    const sources = await test.database.db.select().from(newsSources).orderBy(newsSources.id);
    expect(sources.map(({ isEnabled }) => isEnabled)).toEqual([false, false, false, false, true]);
  });

  it('contains sixty past and upcoming meetings and closures', async () => {
    const meetings = (await test.call(listBoardMeetings, { query: {} })).body;
    expect(meetings.count).toBe(60);
    expect(meetings.results.some(({ subject }: BoardMeeting) => /sample/i.test(subject))).toBe(false);
    const upcoming = await test.call(listBoardMeetings, { query: { from_date: '2026-11-21' } });
    expect(upcoming.body.count).toBeGreaterThan(20);
    const closures = (await test.call(listBookClosures, { query: {} })).body;
    expect(closures.count).toBe(60);
    expect(closures.results.every(({ note }: BookClosure) => note === null)).toBe(true);
  });

  it('contains events on trading days only', async () => {
    const holidays = await cacheHolidays(test.database)();
    const days = [
      ...(await test.database.db
        .select({ day: boardMeetings.meetingDate })
        .from(boardMeetings)
        .where(isNotNull(boardMeetings.meetingDate))),
      ...(await test.database.db.select({ day: bookClosures.bcFrom }).from(bookClosures)),
    ].map(({ day }) => String(day));
    expect(days.filter((day) => !isTradingDay(day, holidays))).toEqual([]);
    expect([days.toSorted().at(0), days.toSorted().at(-1)]).toEqual(['2026-09-23', '2027-01-07']);
  });

  it('prevents production from starting until all of it is deleted', async () => {
    await expect(rejectSampleContent(test.database)).rejects.toThrow(
      'sample news, board meetings, book closures and prices, which',
    );
    await test.database.pool.query(
      'delete from articles; delete from board_meetings; delete from book_closures; delete from price_bars',
    );
    await expect(rejectSampleContent(test.database)).resolves.toBeUndefined();
  });
});
