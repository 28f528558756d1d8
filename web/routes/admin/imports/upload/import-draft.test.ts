import { describe, expect, it } from 'vitest';
import { MAX_IMPORT_BYTES } from '#contract/corporate-actions/imports.ts';
import { formatSize, EMPTY_DRAFT, readFile, toImportFile } from './import-draft.ts';

const NOW = new Date('2026-11-21T05:42:00Z');
const file = (content: string | Uint8Array<ArrayBuffer>, name = 'meetings.csv') => new File([content], name);

describe('a chosen file', () => {
  it('is read whole', async () => {
    expect(await readFile(file('symbol,date\n'))).toEqual({
      name: 'meetings.csv',
      bytes: 12,
      content: 'symbol,date\n',
    });
  });

  it('is refused when it is larger than an import may be, and taken when it is just as large', async () => {
    expect(await readFile(file('x'.repeat(MAX_IMPORT_BYTES + 1)))).toBe(
      'meetings.csv is 16.1 MB; at most 16 MB can be imported at a time. Split it and import the parts.',
    );
    expect(await readFile(file('x'.repeat(MAX_IMPORT_BYTES)))).toMatchObject({ bytes: MAX_IMPORT_BYTES });
  });

  it('is refused when it is empty or no text', async () => {
    expect(await readFile(file(''))).toBe('meetings.csv is empty. Choose a file with rows.');
    expect(await readFile(file(Uint8Array.of(0x50, 0x4b, 0, 0), 'payouts.xlsx'))).toBe(
      'payouts.xlsx is not a text file. In a spreadsheet, save it as CSV and choose that.',
    );
  });
});

describe('what is sent', () => {
  const chosen = { name: 'meetings.csv', bytes: 6, content: 'symbol' };

  it('is the file or the pasted table, whichever is asked for', () => {
    const draft = { ...EMPTY_DRAFT, file: chosen, pasted: 'NAME\tDATE' };
    expect(toImportFile(draft, NOW)).toEqual({
      kind: 'board-meetings',
      file_name: 'meetings.csv',
      content: 'symbol',
    });
    expect(toImportFile({ ...draft, source: 'pasted', kind: 'book-closures' }, NOW)).toEqual({
      kind: 'book-closures',
      file_name: 'Table pasted 21 Nov 2026, 10:42 PKT',
      content: 'NAME\tDATE',
    });
  });

  it('keeps the end of a name that is too long, where the ending is', () => {
    const name = `${'long '.repeat(60)}name.csv`;
    expect(toImportFile({ ...EMPTY_DRAFT, file: { ...chosen, name } }, NOW)).toMatchObject({
      file_name: name.slice(-200),
    });
  });

  it('is nothing until there is something', () => {
    expect(toImportFile(EMPTY_DRAFT, NOW)).toBe('Choose a file first.');
    expect(toImportFile({ ...EMPTY_DRAFT, source: 'pasted', pasted: ' \n' }, NOW)).toBe(
      'Paste a table first.',
    );
  });

  it('is refused when the pasted table is too large', () => {
    const pasted = 'é'.repeat(MAX_IMPORT_BYTES / 2 + 1);
    expect(toImportFile({ ...EMPTY_DRAFT, source: 'pasted', pasted }, NOW)).toBe(
      'The pasted table is 16.1 MB; at most 16 MB can be imported at a time. Split it and import the parts.',
    );
  });
});

it.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [12_000, '12 KB'],
  [1_500_000, '1.5 MB'],
  [16 * 1024 * 1024, '16 MB'],
])('%d bytes are told as %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
