import { CSRF_COOKIE } from '#contract/csrf.ts';

/** Returns the CSRF token that the server set for this session, or `null`. */
export function readCsrfToken(cookies = document.cookie): string | null {
  for (const cookie of cookies.split(';')) {
    const [name, value] = cookie.trim().split('=', 2);
    if (name === CSRF_COOKIE && value) return value;
  }
  return null;
}
