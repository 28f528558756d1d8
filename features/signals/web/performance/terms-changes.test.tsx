import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { TermsChange } from '#features/signals/contract/track-record/performance.ts';
import { isHardToMeasure } from '#features/signals/web/public/track-record/unmeasurable.ts';
import { describeTermsChange, TermsChanges } from './terms-changes.tsx';

const FIGURES = { closed: 54, won: 34, win_rate: '62.96', expectancy: '0.206' };
const CHANGE: TermsChange = {
  changed_at: '2026-11-30T20:00:00.000Z',
  changes: [{ name: 'rules_version', before: '2', after: '3' }],
  figures: { before: FIGURES, after: FIGURES },
  sequence: 120,
};

it.each([
  ['20.0', false],
  ['20.1', true],
  [null, false],
])('of %s %% not measurable signals the headline says so first: %s', (unmeasurable_rate, isFirst) => {
  expect(isHardToMeasure({ unmeasurable_rate })).toBe(isFirst);
});

it('describes a change of the terms with its date in Karachi and the figures', () => {
  expect(describeTermsChange(CHANGE)).toBe(
    'On 1 Dec 2026 the rules of the evaluation changed from version 2 to version 3. The results of all signals stayed the same: 54 closed, 62.96 % won, +0.206 R on average.',
  );
  const after = { closed: 28, won: 27, win_rate: '96.43', expectancy: '0.949' };
  const changes: TermsChange['changes'] = [
    { name: 'cost_percent', before: '0.40', after: '0.50' },
    { name: 'premium_public_after_days', before: '7', after: '30' },
  ];
  expect(describeTermsChange({ ...CHANGE, changes, figures: { before: FIGURES, after } })).toBe(
    'On 1 Dec 2026 the costs changed from 0.40 % to 0.50 % of the entry price; the delay of premium results changed from 7 to 30 days (what was public stays public). All signals before: 54 closed, 62.96 % won, +0.206 R on average. After: 28 closed, 96.43 % won, +0.949 R on average.',
  );
});

it('describes the first terms of a record without figures', () => {
  const changes: TermsChange['changes'] = [
    { name: 'cost_percent', before: null, after: '0.50' },
    { name: 'premium_public_after_days', before: null, after: '7' },
  ];
  expect(describeTermsChange({ ...CHANGE, changes })).toBe(
    'On 1 Dec 2026 costs of 0.50 % of the entry price were stated for the first time; a delay of premium results of 7 days was stated for the first time.',
  );
});

it('leads from each change to its entry, and shows nothing without changes', () => {
  expect(renderToStaticMarkup(<TermsChanges changes={[]} />)).toBe('');
  expect(renderToStaticMarkup(<TermsChanges changes={[CHANGE]} />)).toContain(
    'href="/record/entries.jsonl?from=120&amp;limit=1"',
  );
});
