import { expect, it } from 'vitest';
import { createLogger } from '#core/server/platform/logger.ts';
import { createReadableStream } from './readable-lines.ts';

const lines: string[] = [];
const logger = createLogger('debug', createReadableStream({ write: (line) => void lines.push(line) }));

/** Returns what was logged, without the time. */
function read(log: () => void): string {
  lines.length = 0;
  log();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^\d{2}:\d{2}:\d{2} /);
  return (lines[0] as string).slice(9);
}

it('writes an expected failure on one line without its stack', () => {
  const err = new Error('The server responded with the status 503.', { cause: new Error('busy\nretry') });
  const line = read(() =>
    logger.warn(
      { err, source: { id: 7, name: 'Mandi "Times"' }, failures: 1 },
      'fetching a news source failed',
    ),
  );
  expect(line).toBe(
    'WARN  fetching a news source failed: The server responded with the status 503.: busy retry ' +
      '(source.id=7 source.name="Mandi \\"Times\\"" failures=1)\n',
  );
});

it('writes an unexpected error on one line with the place and where its stack is', () => {
  const line = read(() => logger.error({ err: new TypeError('x is not a function') }, 'request failed'));
  expect(line).toMatch(
    /^ERROR request failed: TypeError: x is not a function, at server\/platform\/logging\/readable-lines\.test\.ts:\d+:\d+; LOG_FORMAT=json logs the stack\n$/,
  );
});

it.each([
  ['a line break', 'one\ntwo\r\nthree', 'one two three'],
  ['a control sequence of a terminal', '\u001b[2Jgone\u009b31m', '[2Jgone31m'],
  ['a change of direction', 'abc\u202edef', 'abcdef'],
])('does not let %s of a text out', (_, text, expected) => {
  const line = read(() =>
    logger.child({ place: text, [text]: { [text]: text } }).info({ err: new Error(text) }, text),
  );
  expect(line).toContain(`INFO  ${expected}: ${expected} (place=`);
  expect(line.trimEnd()).not.toMatch(/[\p{Cc}\u202e]/u);
});

it('writes a line without fields, and shortens long values', () => {
  expect(read(() => logger.debug('ready'))).toBe('DEBUG ready\n');
  expect(read(() => logger.info({ query: 'x'.repeat(5_000) }, 'slow')).length).toBeLessThan(400);
});

it('redacts secrets as in JSON', () => {
  expect(read(() => logger.info({ password: 'hunter2' }, 'signed in'))).not.toContain('hunter2');
});
