import type { HeadersArgs } from 'react-router';

// The route of a page that the server renders for visitors exports both:
// export { clientLoader, headers } from './rendered-page.ts';

/** In the browser the components query the API themselves, as the signed-in user. */
export const clientLoader = () => null;

/** The response has the headers that the loader sets. */
export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;
