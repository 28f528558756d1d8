import { expect, it } from 'vitest';
import { loadSampleEvents } from '#features/corporate-actions/server/corporate-actions.ts';
import { type ImportKind, previewImport } from '#features/imports/contract/imports.ts';
import { toHolidays } from '#features/market/server/trading-days.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeClosures, makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

it.each<[ImportKind]>([['board-meetings'], ['book-closures']])(
  'importing the CSV download of the %s changes nothing',
  async (kind) => {
    await test.database.transaction((tx, announce) =>
      loadSampleEvents(tx, announce, { now: test.clock.now(), holidays: toHolidays() }),
    );
    await makeMeetings(test.database, [
      { eventKey: `ref:${kind}:1` },
      { eventKey: `ref:${kind}:2`, meetingTime: null, subject: '=1+1', place: '+92 "x", y' },
      {
        eventKey: `ref:${kind}:3`,
        symbol: null,
        companyName: '-Rose, Thorn & Co. Limited',
        meetingTime: '02:30',
      },
    ]);
    await makeClosures(test.database, [
      { exDate: '2026-08-17', note: '@note' },
      {
        eventKey: `ref:${kind}:4`,
        symbol: null,
        companyName: 'ROSE',
        faceValue: null,
        bcTo: null,
        payout: '',
      },
    ]);
    const { body: content } = await test.request(`/api/${kind}/export.csv?from_date=2000-01-01`);
    const { access: token } = await signInAdministrator(test);
    const { body } = await test.call(
      previewImport,
      { body: { kind, file_name: 'export.csv', content } },
      { token },
    );
    const rows = content.trim().split('\r\n').length - 1;
    expect(rows).toBeGreaterThan(60);
    const others = body.rows.filter(({ status }: { status: string }) => status !== 'unchanged');
    expect(others).toEqual([]);
    expect(body.counts).toMatchObject({
      new: 0,
      changed: 0,
      unchanged: rows,
      review: 0,
      rejected: 0,
      left_out: 0,
    });
  },
);
