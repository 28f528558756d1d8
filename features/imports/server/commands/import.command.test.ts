import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { setUpImporter } from '#services.ts';
import { trackSecurityEvents } from '#tests/support/accounts/security-events.ts';
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { addImportCommands } from './import.command.ts';

const test = useTestApp();

/** Runs `tezi import …` and returns the printed lines and the progress output. */
async function run(...words: string[]): Promise<{ lines: string[]; progress: string }> {
  const lines: string[] = [];
  let progress = '';
  const program = new Command('tezi').exitOverride();
  addImportCommands(program, {
    withDatabase: (work) => work(test.database, readConfig({})),
    print: (line) => lines.push(line),
    output: { write: (text) => (progress += text) },
    clock: test.clock,
    logger: test.logger,
    setUpImporter,
  });
  await program.parseAsync(['import', ...words], { from: 'user' });
  return { lines, progress };
}

function file(name: string, content: string | Buffer): string {
  const path = join(makeTemporaryDir(), name);
  writeFileSync(path, content);
  return path;
}

it('previews, imports, lists and reverts a file', async () => {
  const rows = Array.from({ length: 600 }, (_, index) => `-,Rose ${index} Limited,2026-11-23`);
  const path = file(
    'meetings.csv',
    ['symbol,company_name,meeting_date', ...rows, '-,Rose,31.02.2026'].join('\n'),
  );
  const preview = [
    'Tezi table of board meetings',
    '600 new, 0 changed, 0 unchanged, 1 rejected',
    '  Line 602: "31.02.2026" is not a valid date: February 2026 has 28 days.\n    -,Rose,31.02.2026',
  ];
  expect((await run('list')).lines).toEqual(['Nothing has been imported yet.']);
  expect((await run('board-meetings', path, '--dry-run')).lines).toEqual([
    ...preview,
    'Dry run: nothing was written.',
  ]);
  const { lines, progress } = await run('board-meetings', path);
  expect(lines).toEqual([
    ...preview,
    'Import 1 is done: 600 rows written.',
    'Revert it with: npm run tezi -- import revert 1',
  ]);
  expect(progress).toBe(
    'Importing: 250 of 600 rows\nImporting: 500 of 600 rows\nImporting: 600 of 600 rows\n',
  );
  expect((await run('board-meetings', path)).lines.slice(1)).toEqual([
    '0 new, 0 changed, 600 unchanged, 1 rejected',
    preview[2],
    'The file changes nothing.',
  ]);
  expect((await run('list')).lines).toEqual([
    '1  2026-11-21 05:42 UTC  board-meetings  meetings.csv  done: 600 new, 0 changed, 0 unchanged, 1 rejected (command line)',
  ]);
  expect((await run('revert', '1')).lines).toEqual(['Import 1 is reverted: 600 rows.']);
  const byOperator = { accountKind: 'operator', targetType: 'import', targetId: '1' };
  expect(await trackSecurityEvents(test)()).toMatchObject([
    { kind: 'import_started', ...byOperator, details: { label: 'meetings.csv' } },
    { kind: 'import_reverted', ...byOperator },
  ]);
});

it('counts many rejected rows without listing all of them', async () => {
  const path = file('many.csv', `symbol,company_name,bc_from\n-,Rose,2026-11-23\n${'-,Rose,x\n'.repeat(70)}`);
  const { lines } = await run('book-closures', path, '--dry-run');
  expect(lines[1]).toBe('1 new, 0 changed, 0 unchanged, 70 rejected');
  expect(lines.length).toBe(2 + 50 + 1 + 1);
  expect(lines[52]).toBe('  and 20 more');
});

it('reads files in the encodings of spreadsheets', async () => {
  const path = file('latin.csv', Buffer.from('company_name,meeting_date\nNestl\xe9,2026-11-23', 'latin1'));
  const { lines } = await run('board-meetings', path, '--dry-run');
  expect(lines[1]).toBe('1 new, 0 changed, 0 unchanged, 0 rejected');
});

it.each([
  [
    ['board-meetings', '/nowhere/meetings.csv'],
    '/nowhere/meetings.csv cannot be read: there is no such file.',
  ],
  [['board-meetings', '/tmp'], '/tmp cannot be read: it is a folder.'],
  [['revert', 'x'], '"x" is not the number of an import.'],
  [['revert', '99'], 'There is no import with that number; see `import list`.'],
  [['revert', '1'], 'This import is already reverted.'],
])('rejects %j with an explanation', async (words, text) => {
  await expect(run(...words)).rejects.toThrow(text);
});

it('rejects a file of unknown layout and a file that is too large', async () => {
  await expect(run('board-meetings', file('x.csv', 'hello'))).rejects.toThrow(
    'The layout of the file is not supported. It starts with "hello".',
  );
  const large = file('large.csv', Buffer.alloc(16 * 1024 * 1024 + 1));
  await expect(run('board-meetings', large)).rejects.toThrow('large.csv is larger than 8 MB.');
});

it.each([
  ['payouts.xls', Buffer.from('d0cf11e0a1b11ae10000', 'hex')],
  [
    'payouts.xlsx',
    Buffer.from(zipSync({ '[Content_Types].xml': strToU8('<x/>'), 'xl/workbook.xml': strToU8('<x/>') })),
  ],
])('says what to do with the workbook %s', async (name, content) => {
  for (const kind of ['book-closures', 'prices'])
    await expect(run(kind, file(name, content))).rejects.toThrow(
      'The file is an Excel workbook. Save the sheet as CSV, and import the CSV file.',
    );
});

it('leaves doubtful rows out unless they are confirmed', async () => {
  const paths = ['one', 'two'].map((name, index) =>
    file(`${name}.csv`, `symbol,date,close\nNEWCO,2026-11-${19 + index},10`),
  );
  const { lines } = await run('prices', paths[0] ?? '');
  expect(lines.slice(1, 3)).toEqual([
    '0 new, 0 changed, 0 unchanged, 1 need review, 0 rejected',
    '  Line 2: Needs review: NEWCO is not in the company directory.\n    NEWCO,2026-11-19,10',
  ]);
  expect(lines.at(-1)).toBe('The file changes nothing.');
  expect((await run('prices', paths[0] ?? '', '--confirm')).lines).toContainEqual(
    expect.stringMatching(/^Import \d+ is done: 1 row written\.$/),
  );
  expect((await run('prices', ...paths, '--confirm')).lines).toContainEqual(
    expect.stringMatching(/^Import \d+ is done: 1 row written\.$/),
  );
});

it('imports several files of prices as one import and reports the rows and files that it rejects', async () => {
  const paths = [
    file('one.csv', 'symbol,date,close\nLUCK,2026-11-20,818.25\nMARI,2026-11-20,x'),
    file('two.csv', 'nothing'),
    file('three.csv', 'symbol,date,close\nLUCK,2026-11-19,811'),
  ];
  const { lines: planned } = await run(
    'prices',
    ...paths.filter((path) => !path.endsWith('two.csv')),
    '--dry-run',
  );
  expect(planned.at(-1)).toBe('Dry run: nothing was written.');
  const { lines } = await run('prices', ...paths);
  expect(lines.slice(0, 3)).toEqual([
    'one.csv',
    '  Tezi table of prices',
    '  1 new, 0 changed, 0 unchanged, 1 rejected',
  ]);
  expect(lines).toContainEqual(expect.stringContaining('two.csv: The layout of the file is not supported.'));
  expect(lines).toContainEqual(expect.stringMatching(/^Import \d+ is done: 2 rows written\.$/));
  expect((await run('list')).lines[0]).toContain('3 files  done: 2 new');
});
