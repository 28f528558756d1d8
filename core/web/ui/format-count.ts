/** Formats `12,500`. `toLocaleString` would take a phone several milliseconds while it hydrates the page. */
export const formatCount = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
