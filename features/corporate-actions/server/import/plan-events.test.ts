import { describe, expect, it } from 'vitest';
import type { Values } from '#features/imports/server/imports.ts';
import type { ClosureValues, EventRecord, MeetingValues } from './event-record.ts';
import { EVENT_TABLES, ExistingEvents, getEventKey, getReference } from './existing-events.ts';
import { Planner } from './plan-events.ts';

const record = (values: Partial<MeetingValues> = {}, more: Partial<EventRecord> = {}): EventRecord => {
  const company = { symbol: 'LUCK', companyName: 'Lucky Cement Limited' };
  const date = '2026-11-23';
  return {
    ...company,
    date,
    reference: null,
    ...more,
    values: { ...company, state: 'meeting', meetingDate: date, ...values },
  };
};

/** Plans the import of records over existing events. */
function plan(
  incoming: EventRecord[],
  existing: { eventKey: string; values: Partial<MeetingValues> }[] = [],
  canChangeNames = true,
) {
  const events = new ExistingEvents();
  for (const [index, event] of existing.entries()) {
    const values = { ...EVENT_TABLES['board-meetings'].defaults, ...event.values };
    events.add({ id: index + 1, eventKey: event.eventKey, values });
  }
  const planner = new Planner('board-meetings', events, { canChangeNames });
  for (const [index, each] of incoming.entries()) planner.add({ line: index + 2, text: '', record: each });
  return planner.finish({ name: '', columns: [] });
}

const statuses = (...made: Parameters<typeof plan>) => plan(...made).rows.map(({ status }) => status);
const existing = (values: Partial<MeetingValues> = {}, key = 'LUCK|2026-11-23') => ({
  eventKey: key,
  values: { ...record().values, ...values } as Partial<MeetingValues>,
});

describe('an event', () => {
  it.each([
    [record({}, { reference: 'BM-1' }), 'ref:BM-1'],
    [record(), 'LUCK|2026-11-23'],
    [record({}, { symbol: null }), 'name:lucky cement|2026-11-23'],
    [record({}, { symbol: null, companyName: 'The LUCKY Cement Co. Ltd' }), 'name:lucky cement|2026-11-23'],
  ])('makes the key of an event from its reference, else from its company and date', (event, key) => {
    expect(getEventKey(event)).toBe(key);
  });

  it('finds a reference in a key only if the key has one', () => {
    expect([getReference('ref:BM-1'), getReference('LUCK|2026-11-23'), getReference('sample:1')]).toEqual([
      'BM-1',
      null,
      null,
    ]);
  });
});

describe('Planner', () => {
  it('plans a new event with defaults for the values that the file does not have', () => {
    expect(plan([record({ subject: 'Accounts' })]).writes).toEqual([
      {
        eventId: null,
        eventKey: 'LUCK|2026-11-23',
        values: { ...EVENT_TABLES['board-meetings'].defaults, ...record({ subject: 'Accounts' }).values },
      },
    ]);
  });

  it('changes only the values in the file', () => {
    const before = existing({ subject: 'Accounts', meetingTime: '10:30:00', place: 'Karachi' });
    const { writes, rows } = plan([record({ meetingTime: '14:30:00', place: null })], [before]);
    expect(writes).toEqual([
      { eventId: 1, eventKey: 'LUCK|2026-11-23', values: { meetingTime: '14:30:00', place: null } },
    ]);
    expect(rows[0]?.changes).toEqual([
      { field: 'meetingTime', before: '10:30:00', after: '14:30:00' },
      { field: 'place', before: 'Karachi', after: null },
    ]);
  });

  it('writes nothing for an unchanged event', () => {
    expect(plan([record()], [existing()])).toMatchObject({ writes: [], counts: { new: 0, unchanged: 1 } });
  });

  it('adds a symbol, and does not remove one that the file does not have', () => {
    expect(statuses([record({ symbol: null })], [existing()])).toEqual(['unchanged']);
    const unnamed = existing({ symbol: null }, 'name:lucky cement|2026-11-23');
    expect(plan([record()], [unnamed]).writes).toEqual([
      { eventId: 1, eventKey: 'LUCK|2026-11-23', values: { symbol: 'LUCK' } },
    ]);
  });

  it('changes a company name only with the Tezi layout', () => {
    const renamed = record({ companyName: 'Lucky Cement Ltd' });
    expect(statuses([renamed], [existing()], true)).toEqual(['changed']);
    expect(statuses([renamed], [existing()], false)).toEqual(['unchanged']);
  });

  it('does not turn a meeting or a dismissed filing back into a pending filing', () => {
    const filing = record(
      { state: 'waiting', subject: 'Board Meeting' },
      { reference: '900007', date: null },
    );
    for (const state of ['meeting', 'dismissed'] as const) {
      expect(statuses([filing], [existing({ state }, 'ref:900007')])).toEqual(['unchanged']);
    }
    expect(statuses([filing], [existing({ state: 'waiting', subject: 'x' }, 'ref:900007')])).toEqual([
      'changed',
    ]);
  });

  it.each([
    ['an existing reference', 'BM-1', 'ref:BM-1', 'unchanged'],
    ['another reference', 'BM-2', 'ref:BM-1', 'new'],
    ['the first reference', 'BM-1', 'LUCK|2026-11-23', 'changed'],
    ['the first reference of a sample event', 'BM-1', 'sample:meeting:1', 'changed'],
    ['no reference', null, 'ref:BM-1', 'unchanged'],
    ['no reference of a sample event', null, 'sample:meeting:1', 'unchanged'],
  ])('matches an event by %s', (_, reference, key, status) => {
    expect(statuses([record({}, { reference })], [existing({}, key)])).toEqual([status]);
  });

  it('rejects only rows that contradict an earlier row', () => {
    const noon = record({ meetingTime: '12:00:00' });
    expect(statuses([record(), noon, record()], [])).toEqual(['new', 'rejected', 'unchanged']);
  });

  it('matches each of several events of a company and date by its values', () => {
    const noon = { meetingTime: '12:00:00' };
    const two = [existing({}, 'ref:A'), existing(noon, 'ref:B')];
    expect(statuses([record(noon), record(), record()], two)).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
  });

  it('matches a company by name if one source has no symbol, but never with a different symbol', () => {
    expect(statuses([record({}, { symbol: null })], [existing()])).toEqual(['unchanged']);
    expect(statuses([record({}, { symbol: 'LCI' })], [existing()])).toEqual(['new']);
  });

  it('separates rows with different references even if one event exists', () => {
    const two = [record({}, { reference: 'A' }), record({}, { reference: 'B' })];
    const { writes } = plan(two, [existing()]);
    expect(writes.map(({ eventId, eventKey }) => [eventId, eventKey])).toEqual([
      [1, 'ref:A'],
      [null, 'ref:B'],
    ]);
    expect(statuses(two, [existing({}, 'ref:A'), existing({}, 'ref:B')])).toEqual(['unchanged', 'unchanged']);
  });

  it('never writes two rows under the same key', () => {
    const moved = record({ meetingDate: '2026-11-24' }, { reference: 'A', date: '2026-11-24' });
    expect(statuses([record({}, { reference: 'A' }), moved], [existing()])).toEqual(['changed', 'rejected']);
    const unnamed = existing({ symbol: null, companyName: 'Lucky' }, 'name:lucky|2026-11-23');
    const renamed = record({ companyName: 'Lucky' }, { companyName: 'Lucky' });
    expect(statuses([renamed, record()], [unnamed])).toEqual(['changed', 'rejected']);
    const samples = [existing({}, 'sample:1'), existing({ meetingTime: '12:00:00' }, 'sample:2')];
    const afternoon = [record({ place: 'Karachi' }), record({ place: 'Lahore' })];
    expect(statuses(afternoon, samples)).toEqual(['changed', 'rejected']);
  });

  it('does not change an event of another company with the same reference', () => {
    const { rows, writes } = plan([record({}, { reference: '1' })], [existing({ symbol: 'HUBC' }, 'ref:1')]);
    expect(writes).toEqual([]);
    expect(rows[0]?.reason).toBe(
      'The reference "1" belongs to an event of HUBC, not LUCK. References must be unique across companies and files.',
    );
  });
});

describe('events that move', () => {
  const closure = (
    bcFrom: string,
    values: Partial<ClosureValues> = {},
    more: Partial<EventRecord> = {},
  ): EventRecord => {
    const company = { symbol: 'LUCK', companyName: 'Lucky Cement Limited' };
    return {
      ...company,
      date: bcFrom,
      reference: null,
      ...more,
      values: { ...company, bcFrom, bcTo: '2026-11-30', payout: '250%(F) (D)', ...values },
    };
  };
  const planClosures = (
    records: EventRecord[],
    stored: Partial<ClosureValues>[],
    earlierDates: string[] = [],
  ) => {
    const events = new ExistingEvents();
    for (const [index, given] of stored.entries()) {
      const values = { ...EVENT_TABLES['book-closures'].defaults, ...closure('2026-11-20').values, ...given };
      const eventKey = `LUCK|${values.bcFrom}`;
      events.add({ id: index + 1, eventKey, values: values as Values, earlierDates });
    }
    const planner = new Planner('book-closures', events, { canChangeNames: false });
    for (const record of records) planner.addToFile(record);
    for (const [index, each] of records.entries()) planner.add({ line: index + 2, text: '', record: each });
    return planner.finish({ name: '', columns: [] }).rows.map(({ status, reason, changes, review }) => ({
      status,
      reason,
      changes: changes.map(({ field, after }) => `${field}: ${after}`),
      isWrite: review !== null,
    }));
  };
  const [early, late] = ['2026-10-05T11:15:00.000Z', '2026-11-05T11:15:00.000Z'];

  it.each(['250% (F)', '250%(F) (D)', '250 % (Final) (Cash)'])(
    'leaves a closure unchanged whose payout is spelled %s',
    (payout) => {
      expect(planClosures([closure('2026-11-20', { payout })], [{}])).toMatchObject([
        { status: 'unchanged' },
      ]);
    },
  );

  it('reads two spellings of a payout in one file as one closure', () => {
    const rows = planClosures([closure('2026-11-20'), closure('2026-11-20', { payout: '250% (F)' })], []);
    expect(rows).toMatchObject([{ status: 'new' }, { status: 'unchanged' }]);
  });

  it('changes a closure to the dates of a later announcement of the same payout', () => {
    expect(
      planClosures(
        [closure('2026-11-23', { announcedAt: late })],
        [{ announcedAt: early, exDate: '2026-11-19' }],
      ),
    ).toMatchObject([
      {
        status: 'changed',
        changes: ['exDate: null', 'bcFrom: 2026-11-23', `announcedAt: ${late}`],
      },
    ]);
  });

  it('leaves out an earlier announcement, and the dates that a closure had before', () => {
    expect(
      planClosures([closure('2026-11-23', { announcedAt: early })], [{ announcedAt: late }]),
    ).toMatchObject([{ status: 'left_out', reason: 'A later announcement moved it to 20 Nov 2026.' }]);
    expect(planClosures([closure('2026-11-18')], [{}], ['2026-11-18'])).toMatchObject([
      { status: 'left_out', reason: 'It has moved to 20 Nov 2026.' },
    ]);
  });

  it.each([
    ['a later announcement', { announcedAt: late }, 'changed'],
    ['an earlier announcement', { announcedAt: '2026-10-01T11:15:00.000Z' }, 'left_out'],
    ['another payout', { payout: '20%(i)' }, 'review'],
    ['another payout, announced later', { payout: '20%(i)', announcedAt: late }, 'review'],
  ])('plans a closure on the earlier date of another one with %s as %s', (_, values, status) => {
    const rows = planClosures([closure('2026-11-18', values)], [{ announcedAt: early }], ['2026-11-18']);
    expect(rows).toMatchObject([{ status }]);
  });

  it('moves a closure back although the file still has the date that it leaves', () => {
    const rows = planClosures(
      [closure('2026-11-18', { announcedAt: late }), closure('2026-11-20', { announcedAt: early })],
      [{ announcedAt: early }],
      ['2026-11-18'],
    );
    expect(rows).toMatchObject([{ status: 'changed' }, { status: 'left_out' }]);
  });

  it.each([
    ['unchanged', '2026-11-23', late],
    ['moved', '2026-11-20', early],
  ])('leaves out the old row of a closure that the same file has as %s', (_, bcFrom, announcedAt) => {
    const rows = planClosures(
      [closure('2026-11-23', { announcedAt: late }), closure('2026-11-20', { announcedAt: early })],
      [{ bcFrom, announcedAt }],
    );
    expect(rows).toMatchObject([
      { status: bcFrom === '2026-11-23' ? 'unchanged' : 'changed' },
      { status: 'left_out', reason: 'Line 2 has a later announcement of the same payout.' },
    ]);
  });

  it.each(['2026-11-05T05:00:00.000Z', '2026-11-04T19:00:00.000Z'])(
    'does not take the announcement of %s for later or earlier than another one of that day',
    (announcedAt) => {
      expect(
        planClosures([closure('2026-11-23', { announcedAt })], [{ announcedAt: '2026-11-05T04:00:00.000Z' }]),
      ).toMatchObject([{ status: 'review' }]);
    },
  );

  it('proposes the same payout on other dates without a later announcement as a revision', () => {
    expect(planClosures([closure('2026-11-23')], [{}])).toMatchObject([
      { status: 'review', isWrite: true, reason: expect.stringContaining('starts on 23 Nov 2026') },
    ]);
  });

  it.each([
    ['another payout', closure('2026-11-23', { payout: '20%(i) (D)' })],
    ['no payout', closure('2026-11-23', { payout: 'NIL' })],
    ['dates of another year', closure('2027-11-23', { bcTo: '2027-11-30' })],
  ])('adds a closure with %s', (_, record) => {
    expect(planClosures([record], [{}])).toMatchObject([{ status: 'new' }]);
  });

  it('adds a closure next to one that the file still has', () => {
    const rows = planClosures([closure('2026-11-20'), closure('2026-11-23')], [{}]);
    expect(rows).toMatchObject([{ status: 'unchanged' }, { status: 'new' }]);
  });

  it('leaves out the earlier of two announcements in one file', () => {
    const rows = planClosures(
      [closure('2026-11-23', { announcedAt: late }), closure('2026-11-20', { announcedAt: early })],
      [],
    );
    expect(rows).toMatchObject([
      { status: 'new' },
      { status: 'left_out', reason: 'Line 2 has a later announcement of the same payout.' },
    ]);
  });

  it.each([
    ['Accounts for the quarter', 'review'],
    ['Board Meeting', 'new'],
    ['Budget', 'new'],
  ])(
    'proposes a meeting on the subject %j as moved only if it is that of another meeting',
    (subject, status) => {
      const stored = subject === 'Budget' ? 'Accounts' : subject;
      const moved = record({ subject, meetingDate: '2026-11-30' }, { date: '2026-11-30' });
      expect(plan([moved], [existing({ subject: stored })], false).rows).toMatchObject([{ status }]);
      expect(plan([moved], [existing({ subject: stored })]).rows).toMatchObject([{ status: 'new' }]);
    },
  );
});
