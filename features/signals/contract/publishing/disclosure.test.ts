import { describe, expect, it } from 'vitest';
import {
  completeAnalyst,
  type DisclosedSignal,
  describeDisclosures,
  getDefaultHorizon,
  type ListedAnalyst,
  listDisclosureWarnings,
} from './disclosure.ts';

const TODAY = '2026-11-23';

const makeAnalyst = (name: string, changes: Partial<ListedAnalyst> = {}): ListedAnalyst => ({
  name,
  registration: `RA ${name}`,
  valid_from: null,
  valid_until: null,
  is_active: true,
  ...changes,
});

const ANALYSTS = [
  makeAnalyst('Unregistered', { registration: null }),
  makeAnalyst('Retired', { is_active: false }),
  makeAnalyst('Expired', { valid_until: '2026-11-22' }),
  makeAnalyst('Early', { valid_from: '2026-11-24' }),
  makeAnalyst('Ayesha', { valid_from: TODAY, valid_until: TODAY }),
  makeAnalyst('Bilal'),
  makeAnalyst('Sana', { registration: 'RA 1' }),
  makeAnalyst('Sana', { registration: 'RA 2' }),
];

describe('the analyst of a new signal', () => {
  it.each([
    ['is the first one who may publish, if none is named', null, null, 'Ayesha', 'RA Ayesha'],
    ['gets the registration of the list', 'Bilal', null, 'Bilal', 'RA Bilal'],
    ['keeps the registration that was given', 'Bilal', 'RA 9', 'Bilal', 'RA 9'],
    ['gets no registration if two have the name', 'Sana', null, 'Sana', null],
    ['gets no registration of an inactive one', 'Retired', null, 'Retired', null],
    ['stays as given if the list does not contain the name', 'Umar', null, 'Umar', null],
  ])('%s', (_, name, registration, expectedName, expectedRegistration) => {
    const given = { analyst_name: name, analyst_registration: registration };
    expect(completeAnalyst(given, ANALYSTS, TODAY)).toEqual({
      analyst_name: expectedName,
      analyst_registration: expectedRegistration,
    });
  });

  it('is the first active one if no analyst of the list may publish, and unknown without active ones', () => {
    const none = { analyst_name: null, analyst_registration: null };
    expect(completeAnalyst(none, ANALYSTS.slice(1, 4), TODAY)).toEqual({
      analyst_name: 'Expired',
      analyst_registration: 'RA Expired',
    });
    expect(completeAnalyst(none, ANALYSTS.slice(1, 2), TODAY)).toEqual(none);
  });
});

const COMPLETE: DisclosedSignal = {
  rationale: 'A higher low.',
  disclosures: ['none'],
  analyst_name: 'Bilal',
  analyst_registration: 'RA Bilal',
};
const EMPTY: DisclosedSignal = {
  rationale: null,
  disclosures: null,
  analyst_name: null,
  analyst_registration: null,
};

describe('the warnings of a new signal', () => {
  const warn = (changes: Partial<DisclosedSignal>) =>
    listDisclosureWarnings({ ...COMPLETE, ...changes }, { analysts: ANALYSTS, today: TODAY });
  const name = (
    analyst_name: string | null,
    analyst_registration = `RA ${analyst_name}` as string | null,
  ) => ({
    analyst_name,
    analyst_registration,
  });

  it.each<[string, Partial<DisclosedSignal>, string[]]>([
    ['a complete one', {}, []],
    ['no rationale', { rationale: null }, ['The signal has no rationale.']],
    [
      'no disclosure',
      { disclosures: null },
      ['The signal does not state holdings and conflicts of interest.'],
    ],
    ['no analyst', name(null, null), ['The signal names no analyst.']],
    ['a registration that begins and ends today', name('Ayesha'), []],
    ['an expired registration', name('Expired'), ['The registration of Expired expired on 22 Nov 2026.']],
    ['a later registration', name('Early'), ['The registration of Early is valid from 24 Nov 2026 on.']],
    [
      'no registration',
      name('Unregistered', null),
      ['Unregistered has no registration number in the list of analysts.'],
    ],
    ['an inactive analyst', name('Retired'), ['Retired (RA Retired) is not active in the list of analysts.']],
    ['another registration', name('Bilal', 'RA 9'), ['Bilal (RA 9) is not in the list of analysts.']],
    ['one of two with the name', name('Sana', 'RA 2'), []],
  ])('state what is missing with %s', (_, changes, expected) => {
    expect(warn(changes).map(({ message }) => message)).toEqual(expected);
  });

  it('name the field of each', () => {
    expect(warn(EMPTY).map(({ code, field }) => `${code} ${field}`)).toEqual([
      'rationale_missing rationale',
      'disclosure_missing disclosures',
      'analyst_missing analyst_name',
    ]);
  });
});

it('describes disclosures as sentences', () => {
  expect(describeDisclosures(['analyst_position', 'firm_relation'])).toBe(
    'The analyst holds a position in this security. The firm has had a business relation with the issuer in the last 12 months.',
  );
  expect(describeDisclosures(null)).toBeNull();
});

it('expects a call to last until the time limit of its type by default (rule 7 of the evaluation)', () => {
  const types = ['intraday', 'swing', 'investment'] as const;
  expect(types.map(getDefaultHorizon)).toEqual([1, 60, 250]);
});
