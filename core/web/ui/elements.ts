import type { ReactElement } from 'react';

/** Content whose text is within elements, where React can remove it from a page that the browser has translated (decision 114). */
export type Elements = ReactElement | boolean | '' | null | undefined | readonly Elements[];
