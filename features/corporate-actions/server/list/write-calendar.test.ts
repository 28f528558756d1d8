import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldLines, writeCalendar } from './write-calendar.ts';

const unit = fc.constantFrom('a', ' ', '\\', '\\n', '\\,', '\\;', '\\\\', 'ß', '€', 'ل', '𝄞', '👨‍👩‍👧', ':');
const line = fc.array(unit, { maxLength: 300 }).map((units) => units.join(''));

/** Returns the lines of a file that end between a backslash and the character that it escapes. */
const findSplitEscapes = (file: string) =>
  file
    .split('\r\n ')
    .slice(0, -1)
    .filter((each) => (/\\*$/.exec(each)?.[0].length ?? 0) % 2 === 1);

it('folds every text into lines of 75 octets that unfold to it, never within an escape or a character', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
      const text = lines.map((each) => `X:${each}`).join('\r\n');
      const folded = foldLines(text);
      expect(folded.replaceAll('\r\n ', '')).toBe(text);
      for (const each of folded.split('\r\n')) {
        expect(Buffer.byteLength(each)).toBeLessThanOrEqual(75);
        expect(each.isWellFormed()).toBe(true);
      }
      // A backslash before the last of a line is not one of an escape.
      expect(findSplitEscapes(folded)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

it('writes calendars whose lines never end within an escape', async () => {
  const texts = Array.from({ length: 80 }, (_, index) => `${'x'.repeat(index)}, a; b\\ c\nیہ 👍, d`);
  const file = await writeCalendar({
    name: `Tezi ${texts.join(' ')}`,
    description: texts.join(' '),
    url: 'https://tezi.example/calendar.ics',
    events: texts.map((text, index) => ({
      uid: `event-${index}`,
      start: { date: '2026-11-23', time: index % 2 === 0 ? '10:30:00' : null },
      end: { date: '2026-11-24', time: index % 2 === 0 ? '10:30:00' : null },
      summary: text,
      description: text,
      location: text,
      url: 'https://tezi.example/',
      updatedAt: new Date('2026-11-20T05:00:00Z'),
    })),
  });
  expect(findSplitEscapes(file)).toEqual([]);
  expect(Math.max(...file.split('\r\n').map((each) => Buffer.byteLength(each)))).toBeLessThanOrEqual(75);
  expect(file.match(/^BEGIN:VEVENT/gm)).toHaveLength(80);
});
