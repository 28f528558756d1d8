import type { Config } from '#core/server/config/config.ts';
import { getEmailDelivery } from '#core/server/config/service-modes.ts';
import type { Checks } from '#core/server/platform/checks/checks.ts';
import { conflict } from '#core/server/platform/http-error.ts';

const EMAIL_CHECK = 'email';

/** Throws on a site that sends no emails: what an email was to bring about must not be promised. */
export function requireEmails(config: Config): void {
  if (getEmailDelivery(config) === 'none')
    throw conflict('emails_off', `This site sends no emails at present. Write to ${config.contact.email}.`);
}

/** Returns a sentence to append to a promised email while the mail server does not work; else nothing. */
export function describeDelay(checks: Pick<Checks, 'readLast'>): string {
  const email = checks.readLast().find(({ id }) => id === EMAIL_CHECK);
  return email?.state === 'failing'
    ? ' Our mail server does not work at present: the email follows when it does.'
    : '';
}
