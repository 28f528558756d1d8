/**
 * Parses a CSV file exactly by the grammar of RFC 4180, after an optional byte order mark, and throws for anything else: lines end with
 * CRLF, and quotes, commas, CR and LF are only in quoted fields. Every record has the fields of the first.
 */
export function parseStrictCsv(file: string): string[][] {
  const text = file.replace(/^\ufeff/, '');
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const records: string[][] = [[]];
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const match = field.exec(text);
    if (!match) throw new Error(`no field at ${at}: ${JSON.stringify(text.slice(at, at + 80))}`);
    const [, quoted, plain = '', end] = match;
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') records.push([]);
  }
  if (records.pop()?.length !== 0) throw new Error('the last line has no end');
  const [first] = records;
  if (records.some(({ length }) => length !== first?.length)) throw new Error('a record has other fields');
  return records;
}

/** Texts that a wrong writer breaks or a spreadsheet would run. */
export const HOSTILE_CELLS = [
  'two\nlines',
  'two\r\nlines',
  'old\rMac',
  '\nleading and trailing\n',
  'a "quoted" word',
  '"',
  ',',
  'comma, and "quotes"\nand lines',
  '=1+1',
  ' =1+1',
  '\n=1+1',
  '+92 300',
  '-5',
  '@SUM(A1)',
  '\tx',
  '＝1+1',
  'زیادہ منافع، لکی سیمنٹ',
  '\u202eRTL\u202c',
  '📈👨‍👩‍👧',
  "'=1",
  'a;b',
  '',
];
