import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { newSecurityEvents } from '#tests/support/accounts/security-events.ts';
import { temporaryDir } from '#tests/support/database/data-dir.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { importCommands } from './import.ts';

const test = useTestApp();

/** Runs `tezi import …`; gives the lines that it says and what it writes of its progress. */
async function run(...words: string[]): Promise<{ said: string[]; progress: string }> {
  const said: string[] = [];
  let progress = '';
  const program = new Command('tezi').exitOverride();
  importCommands(program, {
    withDatabase: (work) => work(test.database, readConfig({})),
    say: (line) => said.push(line),
    output: { write: (text) => (progress += text) },
    clock: test.clock,
    logger: test.logger,
  });
  await program.parseAsync(['import', ...words], { from: 'user' });
  return { said, progress };
}

function file(name: string, content: string | Buffer): string {
  const path = join(temporaryDir(), name);
  writeFileSync(path, content);
  return path;
}

it('an operator previews, imports, lists and undoes a file', async () => {
  const rows = Array.from({ length: 600 }, (_, index) => `Rose ${index} Limited,2026-11-23`);
  const path = file('meetings.csv', ['company_name,meeting_date', ...rows, 'Rose,31.02.2026'].join('\n'));
  const told = [
    "Tezi's own table of board meetings",
    '600 new, 0 changed, 0 unchanged, 1 refused',
    '  Line 602: "31.02.2026" is no day: February 2026 has 28 days.\n    Rose,31.02.2026',
  ];
  expect((await run('list')).said).toEqual(['Nothing has been imported yet.']);
  expect((await run('board-meetings', path, '--dry-run')).said).toEqual([
    ...told,
    'Nothing is written: this is a dry run.',
  ]);
  const { said, progress } = await run('board-meetings', path);
  expect(said).toEqual([
    ...told,
    'Import 1 is done: 600 rows are written.',
    'Take it back with: npm run tezi -- import undo 1',
  ]);
  expect(progress).toBe(
    'Importing: 250 of 600 rows\nImporting: 500 of 600 rows\nImporting: 600 of 600 rows\n',
  );
  expect((await run('board-meetings', path)).said.slice(1)).toEqual([
    '0 new, 0 changed, 600 unchanged, 1 refused',
    told[2],
    'The file changes nothing.',
  ]);
  expect((await run('list')).said).toEqual([
    '1  2026-11-21 05:42 UTC  board-meetings  meetings.csv  done: 600 new, 0 changed, 0 unchanged, 1 refused (command line)',
  ]);
  expect((await run('undo', '1')).said).toEqual(['Import 1 is taken back: 600 rows.']);
  const byOperator = { accountKind: 'operator', targetType: 'import', targetId: '1' };
  expect(await newSecurityEvents(test)()).toMatchObject([
    { kind: 'import_started', ...byOperator, details: { label: 'meetings.csv' } },
    { kind: 'import_reverted', ...byOperator },
  ]);
});

it('many refused rows are counted, not all told', async () => {
  const path = file('many.csv', `company_name,bc_from\nRose,2026-11-23\n${'Rose,x\n'.repeat(70)}`);
  const { said } = await run('book-closures', path, '--dry-run');
  expect(said[1]).toBe('1 new, 0 changed, 0 unchanged, 70 refused');
  expect(said.length).toBe(2 + 50 + 1 + 1);
  expect(said[52]).toBe('  and 20 more');
});

it('files in the encodings of spreadsheets are read', async () => {
  const path = file('latin.csv', Buffer.from('company_name,meeting_date\nNestl\xe9,2026-11-23', 'latin1'));
  const { said } = await run('board-meetings', path, '--dry-run');
  expect(said[1]).toBe('1 new, 0 changed, 0 unchanged, 0 refused');
});

it.each([
  [
    ['board-meetings', '/nowhere/meetings.csv'],
    '/nowhere/meetings.csv cannot be read: there is no such file.',
  ],
  [['board-meetings', '/tmp'], '/tmp cannot be read: it is a folder.'],
  [['undo', 'x'], '"x" is no number of an import.'],
  [['undo', '99'], 'There is no import of that number: see `import list`.'],
  [['undo', '1'], 'It has been taken back already.'],
])('%j is refused in words', async (words, text) => {
  await expect(run(...words)).rejects.toThrow(text);
});

it('a file of no known layout, or too large, is refused in words', async () => {
  await expect(run('board-meetings', file('x.csv', 'hello'))).rejects.toThrow(
    'The file is of no layout that is known: it begins with "hello".',
  );
  const large = file('large.csv', Buffer.alloc(16 * 1024 * 1024 + 1));
  await expect(run('board-meetings', large)).rejects.toThrow('large.csv is larger than 16 MB.');
});
