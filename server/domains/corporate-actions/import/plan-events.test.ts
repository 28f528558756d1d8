import { describe, expect, it } from 'vitest';
import type { EventRecord, MeetingValues } from './event-record.ts';
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
  return planner.finish('');
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
