import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Returns the token of the emailed link that opened the page, `undefined` before hydration, or `null` if there is none.
 * The token is in the URL fragment, which browsers do not send to servers, and is removed from the URL immediately.
 */
export function useEmailedToken(): string | null | undefined {
  const { hash } = useLocation();
  const [token, setToken] = useState<string | null>();
  // Opening another link on this page changes only the hash, without a reload.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the address bar, which is ahead of the router
  useEffect(() => {
    const found = new URLSearchParams(window.location.hash.slice(1)).get('token');
    if (found) {
      const { pathname, search } = window.location;
      window.history.replaceState(window.history.state, '', pathname + search);
    }
    setToken((current) => found ?? current ?? null);
  }, [hash]);
  return token;
}
