import { describe, expect, it } from 'vitest';
import { MAX_IMPORT_BYTES } from '#features/imports/contract/imports.ts';
import type { ImportFile } from '#features/imports/server/imports.ts';
import type { ReadCell } from '#features/imports/server/parse/cells.ts';
import { createFileParser } from '#features/imports/server/parsing.ts';
import { toHolidays } from '#features/market/server/trading-days.ts';
import type { EventRecord } from './event-record.ts';

const SHORT_MS = 300;
const module = new URL('./event-file-worker.ts', import.meta.url);
const context = { holidays: toHolidays() };

const toFile = (content: string | Uint8Array, kind: ImportFile['kind'] = 'board-meetings'): ImportFile => ({
  kind,
  fileName: 'meetings.csv',
  content,
});
const parse = createFileParser<EventRecord>(module);
const reject = (sentence: string) => ({ code: 'import_file_rejected', body: { content: [sentence] } });

const GOOD = 'meeting_date,company_name\n2026-11-23,Lucky Cement Limited\n';
/** The row of a table whose name becomes 18 times as long when it is compared. */
const LIGATURES = `2026-11-23,${'\ufdfa'.repeat(100)}\n`;

describe('a file to import', () => {
  it('a file to import is parsed with the doubts about each row, as text or as bytes', async () => {
    const unlisted = `${GOOD}2026-11-24,Luky Mills\n`;
    const parsed = await parse(toFile(unlisted), context);
    expect(parsed).toMatchObject({
      rows: [
        { line: 2, record: { symbol: 'LUCK', doubts: [] } },
        { line: 3, record: { symbol: null, doubts: [expect.stringContaining('Similar names: Lucky')] } },
      ],
    });
    expect(await parse(toFile(Buffer.from(unlisted)), context)).toEqual(parsed);
  });

  it('a file to import is rejected with the reason, also if it is too large or damaged', async () => {
    await expect(parse(toFile(GOOD, 'book-closures'), context)).rejects.toMatchObject(
      reject(
        'This file contains board meetings (Tezi table of board meetings), not book closures. Import it as board meetings.',
      ),
    );
    const large = 'x'.repeat(MAX_IMPORT_BYTES + 1);
    const tooLarge = reject('The file is larger than 8 MB. Split it into several files.');
    for (const content of [large, Buffer.from(large)])
      await expect(parse(toFile(content), context)).rejects.toMatchObject(tooLarge);
    const damaged = Uint8Array.from([0x1f, 0x9d, 0xff, 0xff, 0xff]);
    await expect(parse(toFile(damaged), context)).rejects.toMatchObject(
      reject('The compressed file is damaged.'),
    );
  });

  it('a file to import is stopped at the time limit without blocking the server, and the next one is parsed', async () => {
    const parseQuickly = createFileParser<EventRecord>(module, { timeMs: SHORT_MS });
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 10);
    const slow = `<table>${'<tr><td>1</td></tr>'.repeat(200_000)}</table>`;
    await expect(parseQuickly(toFile(slow), context)).rejects.toMatchObject(
      reject(
        'Reading the file took longer than 0.3 seconds and was stopped. Split the file into smaller ones, or save the table as CSV.',
      ),
    );
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(1);
    expect((await parse(toFile(GOOD), context)).rows).toHaveLength(1);
  });

  it('a file to import is stopped at the memory limit', async () => {
    const parseSmall = createFileParser<EventRecord>(module, { memoryMb: 64 });
    await expect(parseSmall(toFile(`<table>${'<div>'.repeat(700_000)}`), context)).rejects.toMatchObject(
      reject(
        'Reading the file needed too much memory and was stopped. Split the file into smaller ones, or save the table as CSV.',
      ),
    );
  });

  it('waits for the files before it, of which there may be four', async () => {
    const results = await Promise.allSettled(Array.from({ length: 7 }, () => parse(toFile(GOOD), context)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(results.at(-1)).toMatchObject({
      reason: { status: 409, body: { detail: 'Other files are being read. Try again in a minute.' } },
    });
  });
});

describe('a row', () => {
  it('a row is rejected if its name is too long once it is normalized', async () => {
    const { rows } = await parse(toFile(`meeting_date,company_name\n${LIGATURES}`), context);
    expect(rows).toMatchObject([{ rejection: expect.stringContaining('is longer than 200 characters') }]);
  });

  it('a row has at most as many cells, and as much text, as a preview shows', async () => {
    const header = `meeting_date,company_name,${Array.from({ length: 1_000 }, (_, at) => `c${at}`).join(',')}`;
    const row = `2026-11-23,Lucky Cement Limited,${'x'.repeat(5_000)},${'y,'.repeat(500)}`;
    const [parsed] = (await parse(toFile(`${header}\n${row}\n`), context)).rows;
    expect(parsed?.text).toHaveLength(600);
    const cells: ReadCell[] = JSON.parse(String(parsed?.cells));
    expect(cells).toHaveLength(40);
    expect(cells[2]?.text).toHaveLength(301);
  });
});
