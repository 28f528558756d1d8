import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { text } from '#core/contract/fields.ts';
import { toSingleLine, toVisibleLines } from './single-line.ts';

describe('a text on one line', () => {
  it.each([
    ['a line break', 'Bank\r\nAlfalah', 'Bank Alfalah'],
    ['a tab', 'Bank\tAlfalah', 'Bank Alfalah'],
    ['a line separator', 'Bank\u2028Alfalah', 'Bank Alfalah'],
    ['a paragraph separator', 'Bank\u2029Alfalah', 'Bank Alfalah'],
    ['a next line character', 'Bank\x85Alfalah', 'Bank Alfalah'],
  ])('a text on one line has a space instead of %s', (_, given, expected) => {
    expect(toSingleLine(given)).toBe(expected);
  });

  it.each([
    ['an escape sequence of terminals', '\x1b[31mAyesha', '[31mAyesha'],
    ['a backspace', 'Ay\besha', 'Ayesha'],
    ['a C1 control character', 'Ay\x9besha', 'Ayesha'],
    ['a delete character', 'Ayesha\x7f', 'Ayesha'],
    ['an override of the text direction', '\u202eAyesha\u202c', 'Ayesha'],
    ['an embedding of the text direction', '\u202bAyesha\u202c', 'Ayesha'],
    ['an isolate', '\u2067Ayesha\u2069', 'Ayesha'],
    ['a direction mark', 'Ay\u200fesha', 'Ayesha'],
    ['an Arabic letter mark', 'Ay\u061cesha', 'Ayesha'],
    ['a zero-width space', 'Ay\u200besha', 'Ayesha'],
    ['a word joiner', 'Ay\u2060esha', 'Ayesha'],
    ['a byte order mark', '\ufeffAyesha', 'Ayesha'],
    ['a soft hyphen', 'Ay\u00adesha', 'Ayesha'],
    ['an interlinear annotation', 'Ay\ufff9esha', 'Ayesha'],
    ['tag characters', 'Ayesha\u{e0061}\u{e007f}', 'Ayesha'],
    ['a blank letter', 'Ayesha\u3164', 'Ayesha'],
    ['a joiner between Latin letters', 'Ay\u200desha', 'Ayesha'],
    ['joiners at the start and the end', '\u200cعائشہ\u200d', 'عائشہ'],
    ['all but one of several joiners', 'خوش\u200c\u200c\u200dبخت', 'خوش\u200cبخت'],
  ])('does not contain %s', (_, given, expected) => {
    expect(toSingleLine(given)).toBe(expected);
  });

  it.each([
    'Ayesha O’Neill-Khan',
    'عائشہ صدیقہ',
    'خوش\u200cبخت',
    'مُحَمَّد',
    'क्\u200dष',
    'José Núñez',
    'e\u0301',
    'بنک ۲۰٪',
    '👩\u200d💻 ❤\ufe0f 🇵🇰',
    'Growth: +20% (Q1) & more',
  ])('leaves %s as it is', (given) => {
    expect(toSingleLine(given)).toBe(given);
  });

  it('a text on one line has no lone surrogate', () => {
    expect(toSingleLine('a\ud800b')).toBe('a\ufffdb');
  });
});

describe('a text field', () => {
  const Name = text({ maxLength: 7 });

  it('a text field is cleaned before its length is checked', () => {
    expect(z.parse(Name, ' \u202eAye\r\n\r\nsha\u202c\n')).toBe('Aye sha');
  });

  it.each(['\u200b', '\u202e\u202c', '\ufeff \u3164', '\r\n', '\x7f'])(
    'is blank if it has only characters without a glyph: %j',
    (given) => {
      expect(z.safeParse(Name, given)).toMatchObject({
        success: false,
        error: { issues: [expect.objectContaining({ code: 'too_small' })] },
      });
    },
  );

  it('rejects NUL characters with a message', () => {
    expect(z.safeParse(Name, 'a\0b')).toMatchObject({
      error: { issues: [expect.objectContaining({ message: 'Null characters are not allowed.' })] },
    });
  });
});

describe('a text with lines', () => {
  it.each([
    ['line breaks of all kinds', 'a\r\nb\rc\u2028d\u2029e\x85f\vg', 'a\nb\nc\nd\ne\nf\ng'],
    ['blank lines at its ends and next to each other', '\n \na\n\n \n\t\nb\n\n', 'a\n\nb'],
    ['spaces and tabs around lines', '  a \t\n\tb ', 'a\nb'],
    ['invisible characters', 'a\u202eb\u200b\nc\x1b', 'ab\nc'],
    ['only invisible characters', '\u200b\n\u202e \n', ''],
  ])('is cleaned of %s', (_, given, expected) => {
    expect(toVisibleLines(given)).toBe(expected);
  });
});
