import { expect, it } from 'vitest';
import type { ListedAnalyst } from '#features/signals/contract/publishing/disclosure.ts';
import { createEmptyDraft, withAnalyst } from './signal-form.ts';

const makeAnalyst = (name: string, changes: Partial<ListedAnalyst> = {}): ListedAnalyst => ({
  name,
  registration: `RA ${name}`,
  valid_from: null,
  valid_until: null,
  is_active: true,
  ...changes,
});
const ZARA = makeAnalyst('Zara');
const EXPIRED = makeAnalyst('Omar', { valid_until: '2001-12-31' });
const INACTIVE = makeAnalyst('Nadia', { is_active: false });

it.each<[string, ListedAnalyst[], [string, string], [string, string]]>([
  [
    'the first one who may publish',
    [INACTIVE, EXPIRED, ZARA, makeAnalyst('Bilal')],
    ['', ''],
    ['Zara', 'RA Zara'],
  ],
  ['the first active one if none may publish', [INACTIVE, EXPIRED], ['', ''], ['Omar', 'RA Omar']],
  ['no one without active ones', [INACTIVE], ['', ''], ['', '']],
  ['no one without a list', [], ['', ''], ['', '']],
  ['the named one with the number of the list', [ZARA, EXPIRED], [' Omar ', ''], ['Omar', 'RA Omar']],
  ['the named one with the given number', [ZARA], ['Zara', 'RA 7'], ['Zara', 'RA 7']],
  ['one whom the list lacks', [ZARA], ['Ayesha', ''], ['Ayesha', '']],
])('shows as the analyst of a new signal %s', (_, analysts, [name, registration], [shown, number]) => {
  const draft = {
    ...createEmptyDraft('swing'),
    symbol: 'LUCK',
    analyst_name: name,
    analyst_registration: registration,
  };
  expect(withAnalyst(draft, analysts)).toEqual({
    ...draft,
    analyst_name: shown,
    analyst_registration: number,
  });
});
