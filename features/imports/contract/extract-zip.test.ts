import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { decodeFile, isZip } from './decode-file.ts';
import { extractZip } from './extract-zip.ts';

const LINE = '29SEP2026|LUCK|0804|Lucky Cement|812|820|808|818|120500|811|||\r\n';

describe('extractZip', () => {
  it.each([0, 6] as const)('extracts the only file of an archive with compression level %i', (level) => {
    const archive = zipSync({ 'closing11.lis': strToU8(LINE.repeat(2000)) }, { level });
    expect(isZip(archive)).toBe(true);
    expect(decodeFile(extractZip(archive))).toBe(LINE.repeat(2000));
  });

  it.each([
    ['two files', { 'a.lis': LINE, 'b.lis': LINE }],
    ['a workbook', { '[Content_Types].xml': '<x/>', 'xl/workbook.xml': '<x/>' }],
    ['a path', { '../closing11.lis': LINE }],
    ['another kind of file', { 'closing11.exe': LINE }],
  ])('rejects an archive with %s', (_, members) => {
    const files = Object.fromEntries(Object.entries(members).map(([name, text]) => [name, strToU8(text)]));
    expect(() => extractZip(zipSync(files))).toThrow(/workbook or an archive with other content/);
  });

  it('stops extracting at the limit, whatever size the archive declares', () => {
    const archive = zipSync({ 'closing11.lis': new Uint8Array(30 * 1024 * 1024) });
    expect(archive.length).toBeLessThan(100_000);
    expect(() => extractZip(archive)).toThrow('The file is larger than 8 MB when it is decompressed.');
  });

  it('rejects a truncated, a damaged and an encrypted archive', () => {
    const archive = zipSync({ 'closing11.lis': strToU8(LINE.repeat(50)) });
    expect(() => extractZip(archive.slice(0, 60))).toThrow('The compressed file is damaged.');
    const damaged = archive.slice();
    damaged.fill(0xff, 45, 70);
    expect(() => extractZip(damaged)).toThrow('The compressed file is damaged.');
    const encrypted = archive.slice();
    encrypted[6] = (encrypted[6] ?? 0) | 1;
    expect(() => extractZip(encrypted)).toThrow('The archive is encrypted.');
  });
});
