/** As an element's `ref`: it gets the focus when it comes into the page, in place of what it came for. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus();
