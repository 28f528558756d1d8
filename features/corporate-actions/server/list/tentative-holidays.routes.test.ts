import { parse } from 'csv-parse/sync';
import { beforeAll, expect, it } from 'vitest';
import { listBookClosures } from '#features/corporate-actions/contract/book-closures.ts';
import { saveMarketHoliday } from '#features/market/contract/holiday-changes.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeClosures } from '#tests/support/market/corporate-actions.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

beforeAll(async () => {
  await makeClosures(test.database, [
    // After Eid-ul-Azha, whose days were tentative.
    { symbol: 'EID', companyName: 'Eid Limited', bcFrom: '2026-06-02', bcTo: null },
    // The ex-date is published, so that only the last buying day depends on Eid.
    { symbol: 'PUB', companyName: 'Pub Limited', bcFrom: '2026-06-02', bcTo: null, exDate: '2026-06-01' },
    { symbol: 'SURE', companyName: 'Sure Limited', bcFrom: '2026-08-18', bcTo: null },
  ]);
});

async function listMarks() {
  const { body } = await test.call(listBookClosures, { query: { ordering: 'company_name' } });
  return Object.fromEntries(
    body.results.map((closure: { symbol: string; depends_on_tentative_holiday: boolean }) => [
      closure.symbol,
      closure.depends_on_tentative_holiday,
    ]),
  );
}

it('marks the dates that depend on a tentative holiday in the list, the calendar and the download', async () => {
  expect(await listMarks()).toEqual({ EID: true, PUB: true, SURE: false });

  const csv = await test.request('/api/book-closures/export.csv?ordering=company_name');
  const rows = parse(csv.body, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows.map((row) => row.depends_on_tentative_holiday)).toEqual(['yes', 'yes', 'no']);

  const calendar = await test.request('/api/book-closures/calendar.ics?from_date=2026-05-01');
  const text = calendar.body.replaceAll('\r\n ', '').replaceAll('\\', '');
  expect(text).toContain('Last day to buy EID for 250%(F) (D) (estimated, depends on a tentative holiday)');
  expect(text).toContain('Last day to buy PUB for 250%(F) (D) (depends on a tentative holiday)');
  expect(text).toContain('Last day to buy SURE for 250%(F) (D) (estimated)');
});

it('removes the mark once the holidays are certain', async () => {
  const { access: token } = await signInAdministrator(test);
  for (const date of ['2026-05-26', '2026-05-27', '2026-05-28', '2026-05-29'])
    await test.call(
      saveMarketHoliday,
      { body: { date, name: 'Eid-ul-Azha', is_tentative: false } },
      { token },
    );
  expect(await listMarks()).toEqual({ EID: false, PUB: false, SURE: false });
});
