import { HOUR, MINUTE } from '#server/platform/clock.ts';
import type { Limit } from '#server/platform/rate-limits/counters.ts';

/**
 * How often something may be tried. Those of an account are strict everywhere. Those of an address are generous, because
 * many customers share one behind a carrier, and wide in the demo, where everybody has the same.
 */
export type LimitSettings = Readonly<Record<LimitName, Limit>>;
export type LimitName = keyof typeof DEFAULTS;

interface Defaults {
  production: Limit;
  demo: Limit;
}

const perAccount = (max: number, windowMs: number): Defaults => ({
  production: { max, windowMs },
  demo: { max, windowMs },
});
const perAddress = (max: number, windowMs: number): Defaults => ({
  production: { max, windowMs },
  demo: { max: 5_000, windowMs },
});

const DEFAULTS = {
  /** Wrong passwords for one email, registered or not, from one IP address or trusted device. */
  signInAccount: perAccount(5, 15 * MINUTE),
  /** The same from all untrusted devices together: bounds guessing from many IP addresses. */
  signInAccountTotal: perAccount(100, HOUR),
  /** Every sign-in from an IP address; from trusted devices every sign-in to an account. */
  signInAddress: perAddress(100, 5 * MINUTE),
  signUpAddress: perAddress(30, HOUR),
  /** Accounts made with one e-mail, each deleted before the next: mails go to whoever has that address. */
  signUpAccount: perAccount(5, HOUR),
  googleAddress: perAddress(100, 10 * MINUTE),
  refreshSession: perAccount(30, MINUTE),
  /** Wrong passwords and codes with which a signed-in user confirms something, for each session. */
  passwordCheckAccount: perAccount(5, 15 * MINUTE),
  /** Each change of a password is told by mail, to an address that nobody may have verified. */
  passwordChangeAccount: perAccount(5, HOUR),
  /**
   * Emails with a link for a new password. The window is as long as a link works: somebody else who uses the limit up has
   * sent the owner a link that works until the next one can be requested.
   */
  resetMailAccount: perAccount(3, 30 * MINUTE),
  resetMailAddress: perAddress(30, HOUR),
  /** Tokens of emailed links that do not work. */
  mailedTokenAddress: perAddress(60, 10 * MINUTE),
  verifyMailAccount: perAccount(5, HOUR),
  exportAccount: perAccount(10, HOUR),
  /** Pauses, cancellations and resumptions, each a call of Paddle's API. */
  subscriptionActionAccount: perAccount(10, MINUTE),
  /** Links to Paddle's pages; beyond it subscriptions are shown without. */
  subscriptionLinksAccount: perAccount(20, MINUTE),
  /** Webhooks that nobody believes; those that are signed are not counted. */
  badWebhookAddress: perAddress(60, 10 * MINUTE),
  /** Wrong passwords for one administrator's name, existing or not, from one IP address or trusted device. */
  adminSignInAccount: perAccount(5, 15 * MINUTE),
  /** The same from all untrusted devices together: bounds guessing from many IP addresses. */
  adminSignInAccountTotal: perAccount(100, HOUR),
  /** Wrong codes of one administrator from all untrusted devices together, or from one trusted device. */
  adminCodeAccount: perAccount(5, 15 * MINUTE),
  /** Wrong codes of one administrator from all trusted devices together. */
  adminCodeTrustedTotal: perAccount(100, HOUR),
  /** Wrong passwords and codes from one IP address, of untrusted devices. */
  adminSignInAddress: perAddress(30, HOUR),
} satisfies Record<string, Defaults>;

const UNITS: Record<string, number> = { s: 1_000, m: MINUTE, h: HOUR };

/** The limits, each with its default or what a setting such as `LIMIT_SIGN_IN_ACCOUNT=5/15m` says. */
export function readLimits(
  mode: 'demo' | 'production',
  read: (name: string) => string | null,
  problems: string[],
): LimitSettings {
  const limits = Object.entries(DEFAULTS).map(([name, defaults]) => {
    const setting = settingName(name);
    const value = read(setting);
    return [name, value === null ? defaults[mode] : parseLimit(setting, value, problems)];
  });
  return Object.freeze(Object.fromEntries(limits)) as LimitSettings;
}

/** `signInAccount` is set by `LIMIT_SIGN_IN_ACCOUNT`. */
const settingName = (name: string) => `LIMIT_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;

function parseLimit(setting: string, value: string, problems: string[]): Limit {
  const [, max, length, unit = ''] = /^([1-9]\d{0,6})\/([1-9]\d{0,4})([smh])$/.exec(value) ?? [];
  if (max === undefined) problems.push(`${setting} is "${value}"; it must look like 5/15m (units s, m, h).`);
  return { max: Number(max ?? 1), windowMs: Number(length ?? 1) * (UNITS[unit] ?? MINUTE) };
}
