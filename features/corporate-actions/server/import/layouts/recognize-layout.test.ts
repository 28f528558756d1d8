import { describe, expect, it } from 'vitest';
import { recognizeLayout } from '#features/imports/server/parse/recognize-layout.ts';
import { fixture, getRejection, meeting, parse } from '#tests/support/imports/layouts.ts';
import { eventLayouts } from './layouts.ts';

describe('recognizeLayout', () => {
  it.each([
    ['', 'The file is empty.'],
    [' \n\ufeff\n', 'The file is empty.'],
    ['hello\nworld', /^The layout of the file is not supported\. It starts with "hello"\. Supported are /],
    ['{"d":[]}', /^The layout of the file is not supported\. It starts with "{"d":\[\]}"\./],
    [`{"a":${'['.repeat(100_000)}`, /^The layout of the file is not supported/],
    [
      `symbol,meeting_date${'\n'.repeat(300_000)}`,
      'The file has more than 300,000 lines. Split it into several files.',
    ],
    [`symbol,${'x'.repeat(10_000_000)}`, /^The layout of the file is not supported/],
    ['<!doctype html><table><tr><td>LUCK</td></tr></table>', /^The layout of the file is not supported/],
  ])('rejects a file that starts with %.30j', (content, sentence) => {
    expect(getRejection(content, 'board-meetings')).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    );
  });

  it('rejects a file of the other kind, with its layout', () => {
    expect(getRejection(fixture('ksestocks.js'), 'board-meetings')).toBe(
      'This file contains book closures (ksestocks book closures), not board meetings. Import it as book closures.',
    );
    expect(getRejection(fixture('exchange-announcements.csv'), 'book-closures')).toBe(
      'This file contains board meetings (PSX announcements), not book closures. Import it as board meetings.',
    );
  });

  it('accepts a file with meetings and closures as either kind', () => {
    const content = fixture('scstrade-meetings.json');
    expect(recognizeLayout(content, 'book-closures', eventLayouts).name).toBe('SCSTrade ex-dates');
  });

  it('ignores the names of object prototypes', () => {
    const content =
      '[{"__proto__":{"bm_date":"x"},"constructor":1,"company_name":"Rose","bm_date":"2026-11-23"}]';
    expect(parse(content, 'board-meetings').rows).toEqual([
      [1, { ...meeting, symbol: null, companyName: 'Rose', meetingDate: '2026-11-23' }],
    ]);
  });
});
