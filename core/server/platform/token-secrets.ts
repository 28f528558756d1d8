/**
 * The server's secret, which signs and encrypts, and those that it accepts besides: the previous one while it is replaced,
 * and the next one before that. Each has at least 32 characters.
 */
export interface TokenSecrets {
  current: string;
  accepted: readonly string[];
}

/** Returns all secrets that verify signatures, the current one first. */
export const listSecrets = ({ current, accepted }: TokenSecrets): readonly string[] => [current, ...accepted];
