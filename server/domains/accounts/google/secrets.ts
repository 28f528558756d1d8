import { createHash, randomBytes } from 'node:crypto';

const SECRET = /^[\w-]{43}$/;

/** 256 random bits. */
export const generateSecret = () => randomBytes(32).toString('base64url');

/** Whether a text has the form of such a secret. */
export const isSecret = (text: string | undefined): text is string => text !== undefined && SECRET.test(text);

/** What is kept of a secret. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url');
