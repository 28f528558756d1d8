import { createContext } from 'react';

/** The mark of the page's own inline scripts while the server renders; `undefined` in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
