export const PRODUCT = 'Tezi';

/** The title of the home page. */
export const HOME_TITLE = `${PRODUCT}: Pakistan Stock Exchange trading signals`;

/** Returns the title of a page as browsers and previews of its link show it. */
export const addProductName = (title: string) => `${title} · ${PRODUCT}`;
