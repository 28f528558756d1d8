import { Command } from 'commander';
import { expect, it } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { addSecurityEventsCommand } from './security-events.command.ts';

const test = useTestApp();

async function show(...words: string[]): Promise<string[]> {
  const lines: string[] = [];
  const program = new Command('tezi').exitOverride();
  addSecurityEventsCommand(program, {
    withDatabase: (work) => work(test.database, readConfig({})),
    print: (line) => lines.push(line),
  });
  await program.parseAsync(['security-events', ...words], { from: 'user' });
  return lines;
}

it('shows events newest first, one per line, filtered by date, kind and account', async () => {
  const { username } = await signInAdministrator(test);
  const signIn = `2026-11-21T05:42:00.000Z  sign_in_succeeded  administrator ${username}  127.0.0.1  Unknown device  method=password`;
  const lines = await show();
  expect(lines).toEqual([
    signIn,
    expect.stringMatching(
      /^2026-11-21T05:42:00\.000Z {2}administrator_created {2}operator {2}administrator [0-9a-f-]{36} {2}label=/,
    ),
  ]);
  expect(await show('--limit', '1')).toEqual([signIn]);
  expect(await show('--account', username)).toEqual([signIn]);
  expect(await show('--kind', 'administrator_created', '--since', '2026-11-21')).toEqual([lines[1]]);
  expect(await show('--since', '2026-11-22')).toEqual(['No events found.']);
});

it.each([
  [['--since', '0001-01-01'], '--since must be a date'],
  [['--since', 'yesterday'], '--since must be a date'],
  [['--kind', 'nothing'], 'There are no events of the kind nothing. Kinds: sign_in_succeeded,'],
  [['--account', 'unregistered@example.com'], 'There is no account unregistered@example.com.'],
  [['--limit', '0'], '--limit must be a number'],
])('rejects %j with an explanation', async (words, text) => {
  await expect(show(...words)).rejects.toThrow(text);
});
