/** The interface of the verification of messages for the other parts of the server. */
export { createMessageVerifier } from './create-message-verifier.ts';
