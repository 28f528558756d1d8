import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { articles, newsCounts, newsWeeks } from './news.tables.ts';

const test = useTestApp();

const listCounts = () =>
  test.database.db.select().from(newsCounts).orderBy(newsCounts.sector, newsCounts.category);
const listWeeks = () => test.database.db.select().from(newsWeeks).orderBy(newsWeeks.week);

describe('triggers', () => {
  it('updates the counts when articles are added, changed and deleted', async () => {
    const sourceId = await makeSource(test.database, 'Business Recorder');
    const [cement, bank] = await makeArticles(test.database, sourceId, [
      { sector: 'Cement', pubDate: new Date('2026-11-16T00:00:00Z') },
      { sector: 'Commercial Banks', pubDate: new Date('2026-11-15T23:59:59Z') },
      { sector: 'Cement', pubDate: null },
    ]);
    expect(await listCounts()).toEqual([
      { sourceId, sector: 'Cement', category: 'Markets', articles: 2, leads: 2 },
      { sourceId, sector: 'Commercial Banks', category: 'Markets', articles: 1, leads: 1 },
    ]);
    expect(await listWeeks()).toEqual([
      { week: '1969-12-29', articles: 1 },
      { week: '2026-11-09', articles: 1 },
      { week: '2026-11-16', articles: 1 },
    ]);

    await test.database.db
      .update(articles)
      .set({ sector: 'Cement' })
      .where(eq(articles.id, bank ?? 0));
    await test.database.db.delete(articles).where(eq(articles.id, cement ?? 0));
    expect(await listCounts()).toEqual([
      { sourceId, sector: 'Cement', category: 'Markets', articles: 2, leads: 2 },
      { sourceId, sector: 'Commercial Banks', category: 'Markets', articles: 0, leads: 0 },
    ]);
    expect(await listWeeks()).toContainEqual({ week: '2026-11-16', articles: 0 });
  });

  it('indexes words, companies, and tags that a typed search cannot match', async () => {
    const sourceId = await makeSource(test.database, 'Dawn');
    const [id] = await makeArticles(test.database, sourceId, [
      {
        title: '“Cement sales rise',
        content: '<p>Dispatches grew &amp; <b>exports</b> fell</p>',
        sector: 'Cement',
        symbols: ['LUCK'],
        companyNames: 'Lucky Cement Limited',
      },
    ]);
    const search = async (query: string) => {
      const { rows } = await test.database.db.execute(
        sql`select title_key from articles where id = ${id} and search @@ websearch_to_tsquery('english', ${query})`,
      );
      return rows;
    };
    expect(await search('cements dispatch')).toEqual([{ title_key: 'cement sales rise' }]);
    expect(await search('"lucky cement" -bank')).toHaveLength(1);
    expect(await search('LUCK')).toHaveLength(1);
    expect(await search('amp')).toHaveLength(0);
    expect(await search('§sector:Cement')).toHaveLength(0);
    const { rows } = await test.database.db.execute(
      sql`select id from articles where search @@ '''§sector:Cement'' & ''§week:2026-11-16'''::tsquery`,
    );
    expect(rows).toEqual([{ id }]);
  });
});
