import { describe, expect, it } from 'vitest';
import type { EventRecord, MeetingValues } from '#server/domains/corporate-actions/import/parse/records.ts';
import { EVENT_TABLES } from '#server/domains/corporate-actions/import/run/event-tables.ts';
import { eventKey, referenceOf } from './event-key.ts';
import { KnownEvents } from './existing-events.ts';
import { Planner } from './plan-import.ts';

const record = (values: Partial<MeetingValues> = {}, more: Partial<EventRecord> = {}): EventRecord => {
  const company = { symbol: 'LUCK', companyName: 'Lucky Cement Limited' };
  const day = '2026-11-23';
  return {
    ...company,
    day,
    reference: null,
    ...more,
    values: { ...company, state: 'meeting', meetingDate: day, ...values },
  };
};

/** What becomes of a record, where these events are known. */
function plan(
  incoming: EventRecord[],
  known: { eventKey: string; values: Partial<MeetingValues> }[] = [],
  changesNames = true,
) {
  const events = new KnownEvents();
  for (const [index, event] of known.entries()) {
    const values = { ...EVENT_TABLES['board-meetings'].defaults, ...event.values };
    events.add({ id: index + 1, eventKey: event.eventKey, values });
  }
  const planner = new Planner('board-meetings', events, { changesNames });
  for (const [index, each] of incoming.entries()) planner.add({ line: index + 2, text: '', record: each });
  return planner.plan;
}

const statuses = (...made: Parameters<typeof plan>) => plan(...made).rows.map(({ status }) => status);
const known = (values: Partial<MeetingValues> = {}, key = 'LUCK|2026-11-23') => ({
  eventKey: key,
  values: { ...record().values, ...values } as Partial<MeetingValues>,
});

describe('an event', () => {
  it.each([
    [record({}, { reference: 'BM-1' }), 'ref:BM-1'],
    [record(), 'LUCK|2026-11-23'],
    [record({}, { symbol: null }), 'name:lucky cement|2026-11-23'],
    [record({}, { symbol: null, companyName: 'The LUCKY Cement Co. Ltd' }), 'name:lucky cement|2026-11-23'],
  ])('is known by its key', (event, key) => {
    expect(eventKey(event)).toBe(key);
  });

  it('tells its reference again', () => {
    expect([referenceOf('ref:BM-1'), referenceOf('LUCK|2026-11-23'), referenceOf('sample:1')]).toEqual([
      'BM-1',
      null,
      null,
    ]);
  });
});

describe('a plan', () => {
  it('of an event that is not known makes it, with what the file does not say as it usually is', () => {
    expect(plan([record({ subject: 'Accounts' })]).writes).toEqual([
      {
        eventId: null,
        eventKey: 'LUCK|2026-11-23',
        values: { ...EVENT_TABLES['board-meetings'].defaults, ...record({ subject: 'Accounts' }).values },
      },
    ]);
  });

  it('sets what the file says, and nothing else', () => {
    const before = known({ subject: 'Accounts', meetingTime: '10:30:00', place: 'Karachi' });
    const { writes, rows } = plan([record({ meetingTime: '14:30:00', place: null })], [before]);
    expect(writes).toEqual([
      { eventId: 1, eventKey: 'LUCK|2026-11-23', values: { meetingTime: '14:30:00', place: null } },
    ]);
    expect(rows[0]?.changes).toEqual([
      { field: 'meetingTime', before: '10:30:00', after: '14:30:00' },
      { field: 'place', before: 'Karachi', after: null },
    ]);
  });

  it('writes nothing for what is known', () => {
    expect(plan([record()], [known()])).toMatchObject({ writes: [], counts: { new: 0, unchanged: 1 } });
  });

  it('keeps a symbol that the file does not know, and adds one that it does', () => {
    expect(statuses([record({ symbol: null })], [known()])).toEqual(['unchanged']);
    const unnamed = known({ symbol: null }, 'name:lucky cement|2026-11-23');
    expect(plan([record()], [unnamed]).writes).toEqual([
      { eventId: 1, eventKey: 'LUCK|2026-11-23', values: { symbol: 'LUCK' } },
    ]);
  });

  it('changes a company’s name only by the operator’s own table', () => {
    const renamed = record({ companyName: 'Lucky Cement Ltd' });
    expect(statuses([renamed], [known()], true)).toEqual(['changed']);
    expect(statuses([renamed], [known()], false)).toEqual(['unchanged']);
  });

  it('never makes a filing of a meeting again', () => {
    const filing = record({ state: 'waiting', subject: 'Board Meeting' }, { reference: '900007', day: null });
    for (const state of ['meeting', 'dismissed'] as const) {
      expect(statuses([filing], [known({ state }, 'ref:900007')])).toEqual(['unchanged']);
    }
    expect(statuses([filing], [known({ state: 'waiting', subject: 'x' }, 'ref:900007')])).toEqual([
      'changed',
    ]);
  });

  it.each([
    ['a known reference', 'BM-1', 'ref:BM-1', 'unchanged'],
    ['another reference', 'BM-2', 'ref:BM-1', 'new'],
    ['the first reference', 'BM-1', 'LUCK|2026-11-23', 'changed'],
    ['the first reference of a sample', 'BM-1', 'sample:meeting:1', 'changed'],
    ['no reference', null, 'ref:BM-1', 'unchanged'],
    ['no reference, of a sample', null, 'sample:meeting:1', 'unchanged'],
  ])('finds the event by %s', (_, reference, key, status) => {
    expect(statuses([record({}, { reference })], [known({}, key)])).toEqual([status]);
  });

  it('refuses what contradicts an earlier row, and only that', () => {
    const noon = record({ meetingTime: '12:00:00' });
    expect(statuses([record(), noon, record()], [])).toEqual(['new', 'refused', 'unchanged']);
  });

  it('finds each of several events of a company and day again by what it says', () => {
    const noon = { meetingTime: '12:00:00' };
    const two = [known({}, 'ref:A'), known(noon, 'ref:B')];
    expect(statuses([record(noon), record(), record()], two)).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
  });

  it('finds a company by its name where one of two sources knows no symbol, and never by another symbol', () => {
    expect(statuses([record({}, { symbol: null })], [known()])).toEqual(['unchanged']);
    expect(statuses([record({}, { symbol: 'LCI' })], [known()])).toEqual(['new']);
  });

  it('tells rows with different references apart, though one event is known', () => {
    const two = [record({}, { reference: 'A' }), record({}, { reference: 'B' })];
    const { writes } = plan(two, [known()]);
    expect(writes.map(({ eventId, eventKey }) => [eventId, eventKey])).toEqual([
      [1, 'ref:A'],
      [null, 'ref:B'],
    ]);
    expect(statuses(two, [known({}, 'ref:A'), known({}, 'ref:B')])).toEqual(['unchanged', 'unchanged']);
  });

  it('writes no two rows under one key', () => {
    const moved = record({ meetingDate: '2026-11-24' }, { reference: 'A', day: '2026-11-24' });
    expect(statuses([record({}, { reference: 'A' }), moved], [known()])).toEqual(['changed', 'refused']);
    const unnamed = known({ symbol: null, companyName: 'Lucky' }, 'name:lucky|2026-11-23');
    const renamed = record({ companyName: 'Lucky' }, { companyName: 'Lucky' });
    expect(statuses([renamed, record()], [unnamed])).toEqual(['changed', 'refused']);
    const samples = [known({}, 'sample:1'), known({ meetingTime: '12:00:00' }, 'sample:2')];
    const afternoon = [record({ place: 'Karachi' }), record({ place: 'Lahore' })];
    expect(statuses(afternoon, samples)).toEqual(['changed', 'refused']);
  });

  it('leaves an event to its company where another one has the same reference', () => {
    const { rows, writes } = plan([record({}, { reference: '1' })], [known({ symbol: 'HUBC' }, 'ref:1')]);
    expect(writes).toEqual([]);
    expect(rows[0]?.reason).toBe(
      'The reference "1" is that of an event of HUBC, not of LUCK: references have to differ between companies and files.',
    );
  });
});
