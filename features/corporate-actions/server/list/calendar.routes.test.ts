import ICAL from 'ical.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { marketHolidays } from '#features/market/server/market.tables.ts';
import { makeClosures, makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const HOSTILE =
  '\u200fشركة لوکی\u200e, "Sons"; \\n \\, BEGIN:VEVENT\r\nEND:VEVENT\nX:\u0001\u0007 \u{1f4c8}\u{1f468}\u200d\u{1f469}';
const HOSTILE_PARSED = HOSTILE.replace('\u0001\u0007', '').replace('\r\n', '\n');
const LONG = `Ψ${'long; '.repeat(200)}`.slice(0, 1000);

beforeAll(async () => {
  await makeMeetings(test.database, [
    {
      subject: 'Quarterly accounts',
      place: 'Head office, Karachi',
      updatedAt: new Date('2026-11-19T08:00:00Z'),
    },
    {
      symbol: null,
      companyName: HOSTILE,
      subject: HOSTILE,
      place: HOSTILE,
      meetingDate: '2026-11-24',
      meetingTime: '23:45',
    },
    { symbol: 'LONG', companyName: LONG, subject: LONG, meetingDate: '2026-12-31', meetingTime: null },
    { symbol: 'OLD', companyName: 'Old Limited', subject: 'x', meetingDate: '2026-10-22' },
    { symbol: 'EDGE', companyName: 'Edge Limited', subject: 'x', meetingDate: '2026-10-21' },
    { symbol: 'WAIT', subject: 'x', state: 'waiting' },
  ]);
  await makeClosures(test.database, [
    { bcFrom: '2026-12-15', bcTo: '2026-12-22', note: 'First; final.' },
    {
      symbol: null,
      companyName: HOSTILE,
      payout: HOSTILE,
      bcFrom: '2026-12-31',
      bcTo: null,
      faceValue: null,
    },
    {
      symbol: 'NILL',
      companyName: 'Nil Limited',
      payout: 'NIL',
      bcFrom: '2026-12-16',
      exDate: '2026-12-14',
      bcTo: null,
    },
    {
      symbol: 'PUB',
      companyName: 'Pub Limited',
      payout: '20%(i) (D)',
      faceValue: null,
      bcFrom: '2026-12-17',
      exDate: '2026-12-14',
      bcTo: null,
    },
    { symbol: 'LUCK', bcFrom: '2026-08-18', bcTo: '2026-08-25' },
  ]);
});

const get = (path: string, headers: Record<string, string> = {}) =>
  test.request({ url: `/api/${path}`, headers });

async function getCalendar(path: string) {
  const response = await get(path);
  expect(response.statusCode).toBe(200);
  const calendar = new ICAL.Component(ICAL.parse(response.body));
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      summary: event.summary,
      description: event.description,
      location: event.location,
      start: event.startDate.toString(),
      end: event.endDate.toString(),
      isAllDay: event.startDate.isDate,
      zone: component.getFirstProperty('dtstart')?.getParameter('tzid'),
      sequence: event.sequence,
      url: component.getFirstPropertyValue('url'),
      stamp: String(component.getFirstPropertyValue('dtstamp')),
      modified: String(component.getFirstPropertyValue('last-modified')),
      transparency: component.getFirstPropertyValue('transp'),
    };
  });
  return { response, calendar, events };
}

const MEETING = 'https://tezi.test/board-meetings?';
const CLOSURE = 'https://tezi.test/book-closure?';

describe('the board meetings calendar', () => {
  it('contains valid one-hour events, or all-day events for meetings without a time', async () => {
    const { events } = await getCalendar('board-meetings/calendar.ics?from_date=2026-11-01');
    expect(events).toEqual([
      {
        uid: 'board-meeting-1@tezi.test',
        summary: 'LUCK board meeting: Quarterly accounts',
        description: 'Lucky Cement Limited\nQuarterly accounts',
        location: 'Head office, Karachi',
        start: '2026-11-23T10:30:00',
        end: '2026-11-23T11:30:00',
        isAllDay: false,
        zone: 'Asia/Karachi',
        sequence: 217_238_400,
        url: `${MEETING}company_name=Lucky+Cement+Limited&from_date=2026-11-23&to_date=2026-11-23`,
        stamp: '2026-11-19T08:00:00Z',
        modified: '2026-11-19T08:00:00Z',
        transparency: 'TRANSPARENT',
      },
      expect.objectContaining({
        summary: `\u200fشركة board meeting: ${HOSTILE_PARSED}`,
        description: `${HOSTILE_PARSED}\n${HOSTILE_PARSED}`,
        location: HOSTILE_PARSED,
        start: '2026-11-24T23:45:00',
        end: '2026-11-25T00:45:00',
      }),
      expect.objectContaining({
        uid: 'board-meeting-3@tezi.test',
        summary: `LONG board meeting: ${LONG}`,
        description: `${LONG}\n${LONG}`,
        location: null,
        start: '2026-12-31',
        end: '2027-01-01',
        isAllDay: true,
        zone: undefined,
      }),
    ]);
    const url = new URL(String(events[1]?.url));
    expect(url.searchParams.get('company_name')?.replaceAll('\r\n', '\n')).toBe(
      HOSTILE.replaceAll('\r\n', '\n'),
    );
  });

  it('contains a name, a time zone and a refresh interval', async () => {
    const { calendar, response } = await getCalendar(
      'board-meetings/calendar.ics?company_name=Lucky+Cement+Limited',
    );
    expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const value = (name: string) => String(calendar.getFirstPropertyValue(name));
    expect(value('x-wr-calname')).toBe('Tezi: board meetings of Lucky Cement Limited');
    expect(value('name')).toBe('Tezi: board meetings of Lucky Cement Limited');
    expect(value('x-wr-timezone')).toBe('Asia/Karachi');
    expect(value('refresh-interval')).toBe('PT6H');
    expect(value('method')).toBe('null');
    const zone = calendar.getFirstSubcomponent('vtimezone');
    expect(zone?.getFirstPropertyValue('tzid')).toBe('Asia/Karachi');
    const standard = zone?.getAllSubcomponents('standard') ?? [];
    expect(standard.map((each) => String(each.getFirstPropertyValue('tzoffsetto')))).toEqual(['+05:00']);
    expect(zone?.getAllSubcomponents('daylight')).toEqual([]);
  });

  it('folds long lines and removes control characters', async () => {
    const { response } = await getCalendar('board-meetings/calendar.ics');
    const lines = response.body.split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect([...response.body.replaceAll('\r\n', '')].filter((sign) => sign < ' ')).toEqual([]);
  });

  it('starts a month ago by default, and excludes pending filings', async () => {
    const summaries = async (query: string) =>
      (await getCalendar(`board-meetings/calendar.ics${query}`)).events.map(
        ({ summary }) => summary.split(' ')[0],
      );
    expect(await summaries('')).toEqual(['OLD', 'LUCK', '\u200fشركة', 'LONG']);
    expect(await summaries('?from_date=2020-01-01&to_date=2026-11-23')).toEqual(['EDGE', 'OLD', 'LUCK']);
    expect(await summaries('?to_date=2026-10-21')).toEqual(['EDGE']);
    expect(await summaries('?search=luck')).toEqual(['LUCK']);
    expect(await summaries('?company_name=Old+Limited,Lucky+Cement+Limited&ordering=-company_name')).toEqual([
      'OLD',
      'LUCK',
    ]);
    expect(await summaries('?company_name=None')).toEqual([]);
  });

  it('escapes company names in its name, and counts more than two', async () => {
    const name = async (names: string[]) => {
      const query = new URLSearchParams(names.map((each) => ['company_name', each]));
      const { calendar } = await getCalendar(`board-meetings/calendar.ics?${query}`);
      // The parser does not unescape calendar names.
      return String(calendar.getFirstPropertyValue('name')).replace(/\\([\\;,])/g, '$1');
    };
    expect(await name([HOSTILE])).toBe(`Tezi: board meetings of ${HOSTILE_PARSED.replaceAll('\n', ' ')}`);
    expect(await name(['Lucky Cement Limited', 'Old Limited'])).toBe(
      'Tezi: board meetings of Lucky Cement Limited and Old Limited',
    );
    expect(await name(['None Limited'])).toBe('Tezi: board meetings');
    expect(await name(['Lucky Cement Limited', 'Old Limited', LONG])).toBe(
      'Tezi: board meetings of 3 companies',
    );
  });

  it('rejects invalid filters', async () => {
    const response = await get('board-meetings/calendar.ics?from_date=soon');
    expect({ status: response.statusCode, fields: Object.keys(response.json()) }).toEqual({
      status: 400,
      fields: ['from_date'],
    });
  });
});

describe('the book closures calendar', () => {
  it('contains the closures, and the last buying days of closures that may pay', async () => {
    const { events } = await getCalendar('book-closures/calendar.ics');
    expect(events.map(({ uid, start, end, isAllDay }) => [uid, start, end, isAllDay])).toEqual([
      ['last-buying-day-1@tezi.test', '2026-12-11', '2026-12-12', true],
      ['book-closure-1@tezi.test', '2026-12-15', '2026-12-23', true],
      ['book-closure-3@tezi.test', '2026-12-16', '2026-12-17', true],
      ['last-buying-day-4@tezi.test', '2026-12-11', '2026-12-12', true],
      ['book-closure-4@tezi.test', '2026-12-17', '2026-12-18', true],
      ['last-buying-day-2@tezi.test', '2026-12-29', '2026-12-30', true],
      ['book-closure-2@tezi.test', '2026-12-31', '2027-01-01', true],
    ]);
    expect(events[0]).toMatchObject({
      summary: 'Last day to buy LUCK for 250%(F) (D) (estimated)',
      description: [
        'Lucky Cement Limited',
        'Payout: 250%(F) (D) = Rs. 25.00 a share',
        'Book closure: 15 Dec 2026 to 22 Dec 2026',
        'Ex-date: 14 Dec 2026 (estimated)',
        'Last day to buy: 11 Dec 2026 (estimated)',
        'First; final.',
      ].join('\n'),
      location: null,
      url: `${CLOSURE}company_name=Lucky+Cement+Limited&from_date=2026-12-15&to_date=2026-12-15`,
      stamp: '2026-11-20T11:00:00Z',
    });
    expect(events[1]?.summary).toBe('LUCK book closure: 250%(F) (D)');
    expect(events[3]).toMatchObject({
      summary: 'Last day to buy PUB for 20%(i) (D)',
      description: [
        'Pub Limited',
        'Payout: 20%(i) (D) = Rs. 2.00 a share if its face value is Rs. 10',
        'Book closure: 17 Dec 2026',
        'Ex-date: 14 Dec 2026',
        'Last day to buy: 11 Dec 2026',
      ].join('\n'),
    });
    expect(events[5]?.summary).toBe(`Last day to buy ${HOSTILE_PARSED} for ${HOSTILE_PARSED} (estimated)`);
  });

  it('filters by symbol and date', async () => {
    const { events, calendar } = await getCalendar(
      'book-closures/calendar.ics?symbol=luck&from_date=2026-01-01',
    );
    expect(events.map(({ summary, start }) => `${start} ${summary}`)).toEqual([
      '2026-08-13 Last day to buy LUCK for 250%(F) (D) (estimated)',
      '2026-08-18 LUCK book closure: 250%(F) (D)',
      '2026-12-11 Last day to buy LUCK for 250%(F) (D) (estimated)',
      '2026-12-15 LUCK book closure: 250%(F) (D)',
    ]);
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Tezi: book closures');
  });
});

describe('every calendar', () => {
  it('responds with 304 until events change or a new date starts', async () => {
    const path = 'board-meetings/calendar.ics';
    const first = await get(path);
    const { etag, 'last-modified': lastModified } = first.headers;
    expect(first.headers['cache-control']).toBe('public, max-age=300');
    expect(lastModified).toBe('Sat, 21 Nov 2026 05:42:00 GMT');
    const ifEtag = { 'if-none-match': `"other", ${etag}` };
    const ifModified = { 'if-modified-since': String(lastModified) };
    expect(await get(path, ifEtag)).toMatchObject({ statusCode: 304, body: '' });
    expect(await get(path, ifModified)).toMatchObject({ statusCode: 304, body: '' });

    test.clock.set('2026-11-21T19:00:00Z');
    expect((await get(path, ifModified)).statusCode).toBe(200);
    // The next day the calendar starts a day later, without OLD.
    expect((await get(path, ifEtag)).statusCode).toBe(200);

    const midnight = { 'if-modified-since': 'Sat, 21 Nov 2026 19:00:00 GMT' };
    test.clock.set('2026-11-21T20:00:00Z');
    expect((await get(path, midnight)).statusCode).toBe(304);
    await makeMeetings(test.database, [{ companyName: 'New Limited' }]);
    expect((await get(path, midnight)).statusCode).toBe(200);
    test.clock.set('2026-11-21T05:42:00Z');
  });

  it('contains the latest five thousand events', async () => {
    await test.database.pool.query(
      `insert into board_meetings (event_key, company_name, subject, meeting_date, updated_at)
       select 'lot:' || number, 'Lot', number, date '2000-01-01' + number, now() from generate_series(1, 5001) as number`,
    );
    await makeMeetings(test.database, [{ companyName: 'Lot', subject: 'last', meetingDate: '2026-01-01' }]);
    const { body } = await get('board-meetings/calendar.ics?company_name=Lot&from_date=2000-01-01');
    const summaries = body.match(/(?<=\r\nSUMMARY:).*/g);
    expect([summaries?.length, summaries?.at(0), summaries?.at(-1)]).toEqual([
      5000,
      'LOT board meeting: 3',
      'LUCK board meeting: last',
    ]);
  });

  it('changes when the holidays change', async () => {
    const days = async () =>
      (await getCalendar('book-closures/calendar.ics?symbol=LUCK')).events.map(({ start }) => start);
    expect(await days()).toEqual(['2026-12-11', '2026-12-15']);
    await test.database.transaction(async (tx, announce) => {
      announce('market');
      await tx.insert(marketHolidays).values({ date: '2026-12-11', name: 'A holiday' });
    });
    expect(await days()).toEqual(['2026-12-10', '2026-12-15']);
  });

  it('rejects POST requests', async () => {
    for (const path of ['board-meetings/calendar.ics', 'book-closures/calendar.ics']) {
      expect((await test.request({ method: 'POST', url: `/api/${path}` })).statusCode).toBe(404);
    }
  });
});
