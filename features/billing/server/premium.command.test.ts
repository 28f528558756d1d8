import { Command } from 'commander';
import { beforeAll, expect, it } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import { hasPremium } from '#features/billing/server/billing.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { trackSecurityEvents } from '#tests/support/accounts/security-events.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { addPremiumCommands } from './premium.command.ts';

const test = useTestApp();
const EMAIL = 'ayesha@example.com';

beforeAll(() => signUpCustomer(test, { email: EMAIL }));

/** Runs `tezi premium …` and returns the printed lines. */
async function premium(...words: string[]): Promise<string[]> {
  const lines: string[] = [];
  const program = new Command('tezi').exitOverride();
  addPremiumCommands(program, {
    withDatabase: (work) => work(test.database, readConfig({})),
    print: (line) => lines.push(line),
    clock: test.clock,
  });
  await program.parseAsync(['premium', ...words], { from: 'user' });
  return lines;
}

async function isPremium(): Promise<boolean> {
  const customer = await findCustomerByEmail(test.database.db, EMAIL);
  return hasPremium(test.database.db, customer?.id ?? '', test.clock.now());
}

it('grants, lists and revokes premium access', async () => {
  const newEvents = trackSecurityEvents(test);
  await newEvents();
  expect(await premium('list', EMAIL)).toEqual([`${EMAIL} has no grants.`]);
  const granted = await premium(
    'grant',
    ' Ayesha@Example.com',
    '--until',
    '2026-12-31',
    '--reason',
    'Bank transfer 4711',
  );
  const [id = ''] = granted[0]?.split(' ') ?? [];
  const line = `${id}  until 2026-12-31 19:00 UTC, by command line: Bank transfer 4711`;
  expect(granted).toEqual([line]);
  expect(await isPremium()).toBe(true);
  expect(await premium('list', EMAIL)).toEqual([line]);

  expect(await premium('revoke', id, '--reason', 'Called back')).toEqual([
    `${line}\n  revoked 2026-11-21 05:42 UTC by command line: Called back`,
  ]);
  expect(await isPremium()).toBe(false);
  await expect(premium('revoke', id, '--reason', 'Again')).rejects.toThrow(
    'lists the grants of a customer.\nThis grant has already been revoked.',
  );
  const byOperator = { accountKind: 'operator', accountId: null, targetType: 'customer' };
  expect(await newEvents()).toMatchObject([
    { kind: 'premium_granted', ...byOperator, details: { until: '2026-12-31' } },
    { kind: 'premium_revoked', ...byOperator },
  ]);
});

const UNKNOWN = '7d0f6a52-0000-4000-8000-000000000000';

it.each([
  [['grant', 'no@example.com', '--until', '2026-12-31', '--reason', 'x'], 'There is no customer with'],
  [['grant', EMAIL, '--until', '2026-11-20', '--reason', 'x'], 'ends_on: This date is in the past.'],
  [['grant', EMAIL, '--until', 'tomorrow', '--reason', 'x'], 'ends_on: '],
  [['grant', EMAIL, '--until', '2026-12-31', '--reason', ' '], 'reason: This field may not be blank.'],
  [['list', 'no@example.com'], 'There is no customer with the email no@example.com.'],
  [['revoke', 'x', '--reason', 'x'], 'This grant cannot be revoked.'],
  [['revoke', UNKNOWN, '--reason', 'x'], 'lists the grants of a customer.\nNot found.'],
])('rejects %j with an explanation', async (words, text) => {
  await expect(premium(...words)).rejects.toThrow(text);
});
