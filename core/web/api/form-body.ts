import { CSRF_COOKIE, CSRF_HEADER } from '#core/contract/api/csrf.ts';

/** Encodes the body of an endpoint with `isForm`, without absent values. `URLSearchParams` sets the content type. */
export function toForm(body: unknown): { body: BodyInit; headers?: Record<string, string> } {
  const fields = Object.entries(body as Record<string, unknown>).filter(([, value]) => value !== undefined);
  const token = readCsrfToken();
  return {
    body: new URLSearchParams(fields.map(([name, value]) => [name, String(value)])),
    ...(token === null ? {} : { headers: { [CSRF_HEADER]: token } }),
  };
}

/** Returns the CSRF token that the server set for this session, or `null`. */
function readCsrfToken(cookies = document.cookie): string | null {
  for (const cookie of cookies.split(';')) {
    const [name, value] = cookie.trim().split('=', 2);
    if (name === CSRF_COOKIE && value) return value;
  }
  return null;
}
