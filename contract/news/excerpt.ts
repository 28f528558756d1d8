/** The maximum length of an article's excerpt, in its own file because the feed parser must not load the endpoints. */
export const EXCERPT_LENGTH = 150;
