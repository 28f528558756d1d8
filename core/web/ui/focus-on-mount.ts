/** A `ref` that focuses an element when it appears, for example in place of the form that it replaces. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus();
