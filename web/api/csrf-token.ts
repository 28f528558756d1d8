import { CSRF_COOKIE } from '#contract/csrf.ts';

/** What the server set for this sign-in to be sent back with forms; `null` without. */
export function readCsrfToken(cookies = document.cookie): string | null {
  for (const cookie of cookies.split(';')) {
    const [name, value] = cookie.trim().split('=', 2);
    if (name === CSRF_COOKIE && value) return value;
  }
  return null;
}
