import { createHash, randomBytes } from 'node:crypto';

const SECRET = /^[\w-]{43}$/;

/** Generates a secret of 256 random bits. */
export const generateSecret = () => randomBytes(32).toString('base64url');

/** Returns whether the text has the format of a generated secret. */
export const isSecret = (text: string | undefined): text is string => text !== undefined && SECRET.test(text);

/** Returns the hash that is stored in place of a secret. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url');
