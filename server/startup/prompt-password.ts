import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { StartupError } from '#server/platform/startup-error.ts';

/** Reads a line from the terminal without echo, or the first line of standard input if it is not a terminal. */
export async function promptForPassword(prompt: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => text as string),
    once(lines, 'close').then(() => null),
  ]);
  lines.close();
  if (isTerminal) process.stderr.write('\n');
  if (line === null) throw new StartupError('No password was entered.');
  return line;
}
