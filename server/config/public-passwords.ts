import { findPasswordProblem } from '#server/platform/password-problem.ts';

/** The accounts of the demo. Their passwords are public: the demo listens on this machine only. */
export const DEMO_ADMIN = { username: 'admin', password: 'demo-admin-2026' };
export const DEMO_CUSTOMER = { email: 'trader@tezi.example', password: 'demo-trader-2026' };

/** Every password that this product prints or documents. */
export const PUBLIC_PASSWORDS: readonly string[] = [DEMO_ADMIN.password, DEMO_CUSTOMER.password];

/**
 * Returns why an administrator must not have this password on the network, as a sentence; `null` if it is neither public nor
 * easy to guess.
 */
export function getAdminPasswordProblem(password: string, username: string): string | null {
  if (PUBLIC_PASSWORDS.includes(password.toLowerCase()))
    return 'This is a password of the demo, which is public.';
  return findPasswordProblem(password, [username])?.message ?? null;
}
