import { describe, expect, it } from 'vitest';
import { parse } from './file-parser.ts';
import type { ImportRecord, ParsedRow, RowOutcome } from './records.ts';

const record = { symbol: null, companyName: '', values: {} };

describe('the messages with the rows of a file', () => {
  it.each<[string, RowOutcome<ImportRecord>]>([
    ['rejections', { rejection: 'The row has no date, by which the event could be identified.' }],
    ['omissions', { omission: 'The row is about a meeting of a committee, which is not an event.' }],
    ['doubts', { record: { ...record, doubts: Array(10).fill('The date is far away. Confirm it.') } }],
    ['names', { record: { ...record, companyName: 'Lucky Cement Limited'.repeat(10) } }],
    ['no text', { record }],
  ])('the messages with the rows of a file are small if many short rows have %s', (_, outcome) => {
    const rows = Array.from({ length: 59_000 }, (__, line) => ({ line, text: '1', ...outcome }));
    const reader = {
      recognize: () => ({
        name: 'CSV',
        isTeziLayout: false,
        rows: () => [rows as ParsedRow<ImportRecord>[]],
      }),
    };
    const task = {
      file: { name: 'rows.csv', content: '1' },
      context: { today: '2026-11-23' },
    } as unknown as Parameters<typeof parse>[1];
    let count = 0;
    for (const message of parse(reader as unknown as Parameters<typeof parse>[0], task)) {
      expect(JSON.stringify(message).length).toBeLessThan(100_000);
      if ('part' in message) count += message.part.length;
    }
    expect(count).toBe(59_000);
  });
});
