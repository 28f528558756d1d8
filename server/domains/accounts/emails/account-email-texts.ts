import { paths } from '#contract/paths.ts';
import type { Message } from '#server/platform/email/transport.ts';

type EmailText = Omit<Message, 'to'>;

/** What the mails say of the product. */
export interface EmailSettings {
  /** The address that links are made from, without a slash at the end. */
  publicUrl: string;
  contact: { email: string };
}

export interface Recipient {
  firstName: string;
}

export const renderPasswordReset = (
  settings: EmailSettings,
  reader: Recipient,
  token: string,
): EmailText => ({
  subject: 'Set a new password for Tezi',
  text: formatEmail(settings, formatGreeting(reader), [
    'Somebody asked for a new password for your Tezi account. To set one, open this link:',
    `${settings.publicUrl}${paths.resetPassword}#token=${token}`,
    'It works once, within 30 minutes.',
    "If it wasn't you, there is nothing to do: your password stays as it is, and nobody can change it without this mail.",
  ]),
});

export const renderEmailVerification = (
  settings: EmailSettings,
  reader: Recipient,
  token: string,
): EmailText => ({
  subject: 'Verify your email address for Tezi',
  text: formatEmail(settings, formatGreeting(reader), [
    'A Tezi account was made with this email address. To verify that the address is yours, open this link:',
    `${settings.publicUrl}${paths.verifyEmail}#token=${token}`,
    'It works once, within 24 hours.',
    "If it wasn't you, somebody has typed your address by mistake: there is nothing to do.",
  ]),
});

export const renderPasswordChanged = (settings: EmailSettings, reader: Recipient): EmailText => ({
  subject: 'Your Tezi password was changed',
  text: formatEmail(settings, formatGreeting(reader), [
    'The password of your Tezi account was changed, and every device was signed out. Sign in with the new one:',
    `${settings.publicUrl}${paths.signIn}`,
    explainUnexpectedChange(settings),
  ]),
});

export const renderGoogleLinked = (settings: EmailSettings, reader: Recipient): EmailText => ({
  subject: 'You can now sign in to Tezi with Google',
  text: formatEmail(settings, formatGreeting(reader), [
    'Your Tezi account was linked to the Google account with this email address. From now on you can sign in with Google as well as with your password.',
    explainUnexpectedChange(settings),
  ]),
});

export const renderGoogleTakeover = (settings: EmailSettings, reader: Recipient): EmailText => ({
  subject: 'You now sign in to Tezi with Google',
  text: formatEmail(settings, formatGreeting(reader), [
    'Somebody signed in to your Tezi account with the Google account of this email address.',
    'Nobody had verified the address before, so the password that the account was made with no longer opens it, and every other device was signed out.',
    'From now on sign in with Google. To have a password as well, set a new one:',
    `${settings.publicUrl}${paths.forgotPassword}`,
    `If it wasn't you, write to us: ${settings.contact.email}`,
  ]),
});

export const renderAccountDeleted = (settings: EmailSettings): EmailText => ({
  subject: 'Your Tezi account was deleted',
  text: formatEmail(settings, 'Hello,', [
    'Your Tezi account was deleted, as you asked. It cannot be brought back. You are welcome to make a new one.',
    `If it wasn't you, write to us: ${settings.contact.email}`,
  ]),
});

function explainUnexpectedChange({ publicUrl, contact }: EmailSettings): string {
  return (
    "If it wasn't you, set a new password at once, which signs everybody else out, " +
    `and write to us (${contact.email}):\n${publicUrl}${paths.forgotPassword}`
  );
}

function formatEmail(
  { publicUrl }: EmailSettings,
  salutation: string,
  paragraphs: readonly string[],
): string {
  return `${[salutation, ...paragraphs, `Tezi\n${publicUrl}`].join('\n\n')}\n`;
}

/** One word of letters, as a name is; hyphens and apostrophes within. */
const PLAIN_NAME = /^\p{L}\p{M}*(?:['’-]?\p{L}\p{M}*){1,24}$/u;

/**
 * By the first name only when it is plainly one: anybody can sign up with a stranger's address, and a "name" would be
 * their way to have us send that stranger a link or a text.
 */
export const formatGreeting = ({ firstName }: Recipient) =>
  PLAIN_NAME.test(firstName) ? `Hello ${firstName},` : 'Hello,';
