import { beforeAll, describe, expect, it } from 'vitest';
import { editSignal, publishSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeSignalBody, publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

let token: string;
let published: AdminSignal;
beforeAll(async () => {
  const admin = await signInAdministrator(test);
  token = admin.access;
  published = await publish(test, admin);
});

const REQUIRED = 'This field is required.';
const NULL = 'This field may not be null.';
const BLANK = 'This field may not be blank.';
const NOT_A_NUMBER = 'A valid number is required.';
const SYMBOL = 'Use letters, digits, dots and dashes only, as the exchange writes the symbol.';
const atMost = (length: number) => `Ensure this field has no more than ${length} characters.`;
const choice = (value: string) => `"${value}" is not a valid choice.`;

const INVALID: [string, unknown, string][] = [
  ['symbol', null, NULL],
  ['symbol', ' ', BLANK],
  ['symbol', 'LUCK CEMENT', SYMBOL],
  ['symbol', '-LUCK', SYMBOL],
  ['symbol', 'لکی', SYMBOL],
  ['symbol', '<b>', SYMBOL],
  ['symbol', 'L'.repeat(21), atMost(20)],
  ['entry_price', null, NULL],
  ['entry_price', '', BLANK],
  ['entry_price', 'abc', NOT_A_NUMBER],
  ['entry_price', {}, NOT_A_NUMBER],
  ['entry_price', '0', 'Ensure this value is greater than or equal to 0.01.'],
  ['entry_price', '1.999', 'Ensure that there are no more than 2 decimal places.'],
  ['entry_price', '12345678901', 'Ensure that there are no more than 10 digits before the decimal point.'],
  ['stop_loss', '-1', 'Ensure this value is greater than or equal to 0.01.'],
  ['stop_loss', true, NOT_A_NUMBER],
  ['target_points', null, NULL],
  ['target_points', [], 'This list may not be empty.'],
  ['target_points', '495', 'Expected a list of items but got type "string".'],
  ['target_points', ['495', 'abc'], NOT_A_NUMBER],
  ['target_points', ['495', null], NULL],
  ['target_points', Array(7).fill('495'), 'Ensure this field has no more than 6 elements.'],
  ['signal_type', 'forex', choice('forex')],
  ['signal_type', 'Intraday', choice('Intraday')],
  ['signal_type', null, NULL],
  ['call_status', 'open', choice('open')],
  ['order_type', 'hold', choice('hold')],
  ['shariah_type', 'compliant', choice('compliant')],
  ['risk_type', 'extreme', choice('extreme')],
  ['leverage', 0, 'Ensure this value is greater than or equal to 1.'],
  ['leverage', 101, 'Ensure this value is less than or equal to 100.'],
  ['leverage', 1.5, 'A valid integer is required.'],
  ['leverage', '2', NOT_A_NUMBER],
  ['title', 'x'.repeat(121), atMost(120)],
  ['title', 7, 'Not a valid string.'],
  ['title', 'a\0', 'Null characters are not allowed.'],
  ['sector', 'x'.repeat(81), atMost(80)],
  ['analyst_name', 'x'.repeat(121), atMost(120)],
  ['analyst_registration', 'x'.repeat(61), atMost(60)],
];

describe('a signal with an invalid field', () => {
  it.each(INVALID)('does not publish a signal with %s %j', async (field, value, message) => {
    const body = { ...makeSignalBody(), [field]: value } as never;
    const response = await test.call(publishSignal, { body }, { token });
    expect({ status: response.status, body: response.body }).toEqual({
      status: 400,
      body: { [field]: [message] },
    });
  });

  it.each(INVALID)('does not change a signal to %s %j', async (field, value, message) => {
    const body = { [field]: value } as never;
    const response = await test.call(editSignal, { params: published, body }, { token });
    expect({ status: response.status, body: response.body }).toEqual({
      status: 400,
      body: { [field]: [message] },
    });
  });

  it.each(['0', 0, -1, 1.5, null])('rejects an edit with expected_version %j', async (expected_version) => {
    const body = { expected_version } as never;
    const response = await test.call(editSignal, { params: published, body }, { token });
    expect(response.status).toBe(400);
    expect(Object.keys(response.body)).toEqual(['expected_version']);
  });

  it('reports every missing field', async () => {
    const { status, body } = await test.call(publishSignal, { body: {} as never }, { token });
    expect(status).toBe(400);
    expect(body).toEqual({
      symbol: [REQUIRED],
      entry_price: [REQUIRED],
      stop_loss: [REQUIRED],
      target_points: [REQUIRED],
      signal_type: [REQUIRED],
    });
  });
});
