import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { queueEmail } from '#core/server/platform/email/outbox.ts';
import type { Message } from '#core/server/platform/email/transport.ts';
import { register } from '#features/accounts/contract/sign-in.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { listEmailsTo } from '#tests/support/accounts/emails.ts';
import { waitForLock } from '#tests/support/database/wait-for-lock.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createAccountEmails } from './account-emails.ts';

const test = useTestApp();
let counter = 0;

async function renderEmail(recipient: string, template: string): Promise<Message | undefined> {
  await test.deliverEmails();
  await test.database.transaction((tx) => queueEmail(tx, { template, recipient }));
  return (await listEmailsTo(test, recipient))[0];
}

describe('the greeting', () => {
  async function greetingFor(firstName: string): Promise<string | undefined> {
    counter += 1;
    const email = `greeted-${counter}@example.com`;
    const body = { first_name: firstName, last_name: 'Khan', email, password: 'correct horse' };
    await test.call(register, { body });
    return (await listEmailsTo(test, email))[0]?.text.split('\n')[0];
  }

  it.each(['Ayesha', 'عائشہ', 'Zoë', 'Noor-ul-Ain', "D'Souza", 'José'])(
    'greets a recipient by the name %s',
    async (name) => {
      expect(await greetingFor(name)).toBe(`Hello ${name},`);
    },
  );

  it.each([
    'https://evil.example',
    'evil.example',
    'Win money now',
    'Ayesha\r\nBcc: eve@evil.example',
    'Ayesha\nClick here',
    '<b>Ayesha</b>',
    'Ayesha🎁',
    '03001234567',
    'call+923001234567',
    'a'.repeat(26),
    'A',
  ])('greets a recipient without a name when it is %j', async (name) => {
    expect(await greetingFor(name)).toBe('Hello,');
  });

  it('greets a recipient by the name without its invisible characters', async () => {
    expect(await greetingFor('\u202EAhseya\u200B')).toBe('Hello Ahseya,');
  });
});

it.each(['verify-email', 'password-reset'])(
  'is not written, and no job fails, while its account is deleted: %s',
  async (template) => {
    const { email } = await signUpCustomer(test);
    await test.deliverEmails();
    await test.database.transaction((tx) => queueEmail(tx, { template, recipient: email }));
    const errors = vi.spyOn(test.logger, 'error');
    const delivery = await test.database.transaction(async (tx) => {
      await tx.execute(sql`delete from users where email = ${email}`);
      const sent = test.deliverEmails();
      await waitForLock(test.database);
      return { sent };
    });
    expect(await delivery.sent).toEqual([]);
    expect(errors).not.toHaveBeenCalled();
    errors.mockRestore();
  },
);

describe('every email', () => {
  const templates = Object.keys(
    createAccountEmails({ publicUrl: '', contact: { email: '' } }, { listChannels: async () => [] }),
  );
  let email: string;
  beforeAll(async () => {
    ({ email } = await signUpCustomer(test));
  });

  it.each(templates)(
    '%s has a subject, explains what to do if it was unexpected, and links only to this site',
    async (template) => {
      const message = await renderEmail(email, template);
      expect(message?.to).toBe(email);
      expect(message?.subject).toMatch(/^[\w ]{10,60}$/);
      expect(message?.text).toContain("If it wasn't you");
      for (const [link] of message?.text.matchAll(/https?:\S+/g) ?? []) {
        expect(new URL(link).origin).toBe('https://tezi.test');
      }
      for (const line of message?.text.split('\n') ?? []) expect(line.length).toBeLessThan(200);
    },
  );

  it.each(templates.filter((template) => template !== 'account-deleted'))(
    'does not send %s to a recipient without an account',
    async (template) => {
      expect(await renderEmail('unregistered@example.com', template)).toBeUndefined();
    },
  );

  it('states whether the password still works after Google is linked', async () => {
    const tookOver = await renderEmail(email, 'google-took-over');
    expect(tookOver?.text).toContain('the old password no longer works');
    expect(tookOver?.text).toContain('https://tezi.test/customers/auth/forgot-password');
    expect((await renderEmail(email, 'google-linked'))?.text).toContain('as well as with your password');
  });

  it('sends account-deleted to a recipient without an account', async () => {
    expect((await renderEmail('gone@example.com', 'account-deleted'))?.subject).toBe(
      'Your Tezi account was deleted',
    );
  });
});
