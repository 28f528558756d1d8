import { createContext, useContext, useState } from 'react';
import { ApiError } from '#core/web/api/call.ts';

/** The ID of the page's request while the server renders; `undefined` in the browser. */
export const RequestIdContext = createContext<string | undefined>(undefined);

/** Marks the element that shows the ID, from which the browser reads it. */
const ATTRIBUTE = 'data-request-id';

/** Returns the attribute that the element with the ID must have. */
export const markRequestId = (requestId: string) => ({ [ATTRIBUTE]: requestId });

/**
 * Returns the ID of the request that an unexpected error belongs to: that of the failed API call, or that of the page if the
 * server rendered it with the error. Errors of code in the browser have none.
 */
export function useRequestId(error: unknown): string | null {
  const rendering = useContext(RequestIdContext);
  // The browser gets the server's errors without details, and hydrates the page that shows them.
  const [page] = useState(() => ({ error, requestId: rendering ?? readFromDocument() }));
  if (error instanceof ApiError && error.requestId !== null) return error.requestId;
  return page.error === error ? page.requestId : null;
}

function readFromDocument(): string | null {
  if (typeof document === 'undefined') return null;
  return document.querySelector(`[${ATTRIBUTE}]`)?.getAttribute(ATTRIBUTE) ?? null;
}

/** The CSP nonce of the page's inline scripts while the server renders; `undefined` in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
