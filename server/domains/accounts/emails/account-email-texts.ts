import { paths } from '#contract/paths.ts';
import { formatEmail, formatGreeting } from '#server/platform/email/email-text.ts';
import type { Message } from '#server/platform/email/transport.ts';

type EmailText = Omit<Message, 'to'>;

/** The settings that the emails contain. */
export interface EmailSettings {
  /** The base URL of links, without a trailing slash. */
  publicUrl: string;
  contact: { email: string };
}

export interface Recipient {
  firstName: string;
}

export const renderPasswordReset = (
  settings: EmailSettings,
  recipient: Recipient,
  token: string,
): EmailText => ({
  subject: 'Set a new password for Tezi',
  text: formatEmail(settings, formatGreeting(recipient), [
    'We received a request to reset the password of your Tezi account. To set a new password, open this link:',
    `${settings.publicUrl}${paths.resetPassword}#token=${token}`,
    'The link works once and expires after 30 minutes.',
    "If it wasn't you, ignore this email. Your password cannot be changed without this link.",
  ]),
});

export const renderEmailVerification = (
  settings: EmailSettings,
  recipient: Recipient,
  token: string,
): EmailText => ({
  subject: 'Verify your email address for Tezi',
  text: formatEmail(settings, formatGreeting(recipient), [
    'A Tezi account was created with this email address. To verify that it is yours, open this link:',
    `${settings.publicUrl}${paths.verifyEmail}#token=${token}`,
    'The link works once and expires after 24 hours.',
    "If it wasn't you, ignore this email: someone probably mistyped their address.",
  ]),
});

export const renderPasswordChanged = (settings: EmailSettings, recipient: Recipient): EmailText => ({
  subject: 'Your Tezi password was changed',
  text: formatEmail(settings, formatGreeting(recipient), [
    'The password of your Tezi account was changed and every device was signed out. Sign in with the new password:',
    `${settings.publicUrl}${paths.signIn}`,
    explainUnexpectedChange(settings),
  ]),
});

export const renderGoogleLinked = (settings: EmailSettings, recipient: Recipient): EmailText => ({
  subject: 'You can now sign in to Tezi with Google',
  text: formatEmail(settings, formatGreeting(recipient), [
    'Your Tezi account was linked to the Google account with this email address. From now on you can sign in with Google as well as with your password.',
    explainUnexpectedChange(settings),
  ]),
});

export const renderGoogleTakeover = (settings: EmailSettings, recipient: Recipient): EmailText => ({
  subject: 'You now sign in to Tezi with Google',
  text: formatEmail(settings, formatGreeting(recipient), [
    'Your Tezi account was signed in to with the Google account of this email address.',
    'The email address had not been verified before, so the old password no longer works and every other device was signed out.',
    'From now on, sign in with Google. To use a password as well, set a new one:',
    `${settings.publicUrl}${paths.forgotPassword}`,
    `If it wasn't you, write to us: ${settings.contact.email}`,
  ]),
});

export const renderAccountDeleted = (settings: EmailSettings): EmailText => ({
  subject: 'Your Tezi account was deleted',
  text: formatEmail(settings, 'Hello,', [
    'Your Tezi account was deleted, as you requested. It cannot be restored. You are welcome to create a new one.',
    `If it wasn't you, write to us: ${settings.contact.email}`,
  ]),
});

function explainUnexpectedChange({ publicUrl, contact }: EmailSettings): string {
  return (
    "If it wasn't you, set a new password immediately, which signs out every device, " +
    `and write to us (${contact.email}):\n${publicUrl}${paths.forgotPassword}`
  );
}
