/** The prefixes of the query keys of the lists that only administrators see. */
export const DRAFTS_KEY = ['admin-drafts'];
export const OUTCOMES_KEY = ['admin-outcomes'];
