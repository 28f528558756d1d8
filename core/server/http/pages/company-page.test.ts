import { beforeAll, describe, expect, it } from 'vitest';
import { getCompanyListPaths, getCompanyPath, paths } from '#core/contract/paths.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeClosures, makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { joinSentences } from '#tests/support/pages/html.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

beforeAll(async () => {
  const admin = await signInAdministrator(test);
  await publish(test, admin, { symbol: 'LUCK', title: 'Lucky breakout' });
  await publish(test, admin, { symbol: 'OGDC', title: 'Oil breakout' });
  await makeArticles(test.database, await makeSource(test.database, 'Dawn'), [
    { title: 'Cement maker expands', symbols: ['LUCK'] },
    { title: 'A stroke of luck for farmers' },
  ]);
  await makeMeetings(test.database, [
    { subject: 'Past accounts', meetingDate: '2026-04-20' },
    { subject: 'Later meeting', meetingDate: '2026-12-20' },
    { subject: 'Next meeting', meetingDate: '2026-11-28' },
    { subject: 'Meeting of another company', symbol: 'OGDC', companyName: 'Oil & Gas Dev.' },
  ]);
  await makeClosures(test.database, [
    { payout: '10%(i)', bcFrom: '2026-03-02', bcTo: '2026-03-05' },
    { payout: '20%(ii)', bcFrom: '2026-12-22', bcTo: '2026-12-24' },
    { payout: '30%(iii)', bcFrom: '2026-12-01', bcTo: '2026-12-03' },
    { payout: '99%(F)', symbol: 'OGDC', companyName: 'Oil & Gas Dev.' },
  ]);
});

const read = async (symbol: string) => joinSentences((await test.request(getCompanyPath(symbol))).body);

/** Expects the texts in this order. */
function expectInOrder(body: string, texts: string[]): void {
  const positions = texts.map((text) => body.indexOf(text));
  expect(positions, texts.join(', ')).not.toContain(-1);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
}

describe('the company page', () => {
  it('shows the name, the sector and what concerns the company only', async () => {
    const body = await read('LUCK');
    for (const text of ['Lucky Cement Limited', 'Cement', 'Lucky breakout', 'Cement maker expands'])
      expect(body).toContain(text);
    for (const text of ['Oil breakout', 'stroke of luck', 'Meeting of another company', '99%(F)'])
      expect(body).not.toContain(text);
  });

  it('lists the next dates first and past ones after them', async () => {
    const main = (await read('LUCK')).match(/<main.*<\/main>/s)?.[0] ?? '';
    expectInOrder(main, ['Lucky Cement Limited', 'Next ex-date', 'Next board meeting', 'id="prices"']);
    expectInOrder(main, ['Next meeting', 'Later meeting', 'Past accounts']);
    expectInOrder(main, ['30%(iii)', '20%(ii)', '10%(i)']);
  });

  it('links to the full lists with the company as their filter', async () => {
    const body = await read('LUCK');
    for (const [name, path] of Object.entries(getCompanyListPaths('LUCK'))) {
      expect(body, name).toContain(`href="${path.replaceAll('&', '&amp;')}"`);
      expect((await test.request(path)).statusCode).toBe(200);
    }
    const news = await test.request(getCompanyListPaths('LUCK').news);
    expect(news.body).toContain('Found 1 article');
    expect(news.body).not.toContain('stroke of luck');
  });

  it('says for each part that there is nothing', async () => {
    const { statusCode, body } = await test.request(getCompanyPath('ABOT'));
    expect(statusCode).toBe(200);
    for (const text of [
      'No intraday signal of ABOT is active or ended in the last 30 days.',
      'No article mentions ABOT yet.',
      'No board meetings of ABOT are announced or recorded.',
      'No book closures of ABOT are announced or recorded.',
    ])
      expect(body.replaceAll('<!-- -->', '')).toContain(text);
  });

  it('the company page has a canonical URL, structured data and metadata for shared links', async () => {
    const { headers, body } = await test.request(getCompanyPath('LUCK'));
    expect(headers['cache-control']).toBe('no-cache');
    expect(body).toContain('<link rel="canonical" href="https://tezi.test/companies/LUCK"');
    expect(body).toContain('<title>LUCK: Lucky Cement Limited · Tezi</title>');
    expect(body).toContain('property="og:url" content="https://tezi.test/companies/LUCK"');
    const json = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(body)?.[1] ?? '';
    expect(JSON.parse(json)).toEqual({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'Corporation', name: 'Lucky Cement Limited', tickerSymbol: 'XKAR LUCK' },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Companies', item: 'https://tezi.test/companies' },
            { '@type': 'ListItem', position: 2, name: 'LUCK', item: 'https://tezi.test/companies/LUCK' },
          ],
        },
      ],
    });
  });

  it.each([
    ['/companies/luck', '/companies/LUCK'],
    ['/companies/Luck/?x=1', '/companies/LUCK'],
    ['/companies/nosuch', '/companies/NOSUCH'],
  ])('redirects %s to %s', async (path, expected) => {
    const { statusCode, headers } = await test.request(path);
    expect(statusCode).toBe(301);
    expect(headers.location).toBe(expected);
  });

  it.each(['NOSUCH', 'X'.repeat(150), '%C3%9F', '%2F%2Fevil.example', '__PROTO__', '..%2f'])(
    'does not exist for %s',
    async (symbol) => {
      const first = await test.request(`${paths.companies}/${symbol}`);
      const { location } = first.headers;
      if (location !== undefined) expect(location).toMatch(/^\/companies\/[^/]+$/);
      const last = location === undefined ? first : await test.request(location as string);
      expect(last.statusCode).toBe(404);
      expect(last.body).not.toContain('rel="canonical"');
    },
  );
});

describe('the list of companies', () => {
  it('links to the companies that the search finds', async () => {
    const { statusCode, body } = await test.request(`${paths.companies}?search=luck&sector=Cement`);
    expect(statusCode).toBe(200);
    expect(body).toContain('href="/companies/LUCK"');
    expect(body).toContain('Found 1 company');
    expect(body).not.toContain('href="/companies/OGDC"');
  });

  it('the list of companies has further pages, and a page without companies for others', async () => {
    expect((await test.request(`${paths.companies}?page=15`)).body).toContain('Page 15 of 15');
    expect((await test.request(`${paths.companies}?page=16`)).statusCode).toBe(404);
    expect((await test.request(`${paths.companies}?search=nosuch`)).body).toContain('No companies found');
  });
});
