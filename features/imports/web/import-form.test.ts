import { describe, expect, it } from 'vitest';
import { MAX_IMPORT_BYTES } from '#features/imports/contract/imports.ts';
import { EMPTY_DRAFT, toImportFile } from './import-form.tsx';
import { formatSize, readFile as readFileOf } from './public/read-file.ts';

const NOW = new Date('2026-11-21T05:42:00Z');
const readFile = (chosen: File) => readFileOf(chosen, MAX_IMPORT_BYTES);
const file = (content: string | Uint8Array<ArrayBuffer>, name = 'meetings.csv') => new File([content], name);

describe('readFile', () => {
  it('reads a file', async () => {
    expect(await readFile(file('symbol,date\n'))).toEqual({
      name: 'meetings.csv',
      bytes: 12,
      content: 'symbol,date\n',
    });
  });

  it('rejects a file over the size limit, and accepts one at the limit', async () => {
    expect(await readFile(file('x'.repeat(MAX_IMPORT_BYTES + 1)))).toBe(
      'meetings.csv is 8.1 MB. The limit is 8 MB. Split it and import the parts separately.',
    );
    expect(await readFile(file('x'.repeat(MAX_IMPORT_BYTES)))).toMatchObject({ bytes: MAX_IMPORT_BYTES });
  });

  it('decompresses a market summary of the exchange', async () => {
    // `printf 'TOBEORNOTTOBEORTOBEORNOT\n' | compress`
    const compressed = Uint8Array.from(Buffer.from('H52QVJ4IKfJEipMnVAIOLKiQoEGECgA=', 'base64'));
    expect(await readFile(file(compressed, '20261121.Z'))).toEqual({
      name: '20261121.Z',
      bytes: 23,
      content: 'TOBEORNOTTOBEORTOBEORNOT\n',
    });
    expect(await readFile(file(Uint8Array.of(0x1f, 0x9d, 0x88), '20261121.Z'))).toBe(
      '20261121.Z: The compressed file is damaged.',
    );
  });

  it('rejects an empty file and a binary file', async () => {
    expect(await readFile(file(''))).toBe('meetings.csv is empty. Choose a file with rows.');
    expect(await readFile(file(Uint8Array.of(0x50, 0x4b, 0, 0), 'payouts.xlsx'))).toBe(
      'payouts.xlsx is not a text file. Save the spreadsheet as CSV and choose the CSV file.',
    );
  });
});

describe('toImportFile', () => {
  const chosen = { name: 'meetings.csv', bytes: 6, content: 'symbol' };

  it('returns the file or the pasted table, depending on the source', () => {
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

  it('truncates a long file name at the start, to preserve its extension', () => {
    const name = `${'long '.repeat(60)}name.csv`;
    expect(toImportFile({ ...EMPTY_DRAFT, file: { ...chosen, name } }, NOW)).toMatchObject({
      file_name: name.slice(-200),
    });
  });

  it('returns an error until there is a file or a table', () => {
    expect(toImportFile(EMPTY_DRAFT, NOW)).toBe('Choose a file first.');
    expect(toImportFile({ ...EMPTY_DRAFT, source: 'pasted', pasted: ' \n' }, NOW)).toBe(
      'Paste a table first.',
    );
  });

  it('rejects a pasted table over the size limit', () => {
    const pasted = 'é'.repeat(MAX_IMPORT_BYTES / 2 + 1);
    expect(toImportFile({ ...EMPTY_DRAFT, source: 'pasted', pasted }, NOW)).toBe(
      'The pasted table is 8.1 MB. The limit is 8 MB. Split it and import the parts separately.',
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
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
