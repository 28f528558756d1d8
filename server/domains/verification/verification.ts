/** The verification domain's interface for the other parts of the server. */
export { createMessageVerifier, type MessageVerifier } from './create-message-verifier.ts';
