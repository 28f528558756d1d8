/** The authenticated or anonymous sender of a request. */
export type Caller =
  | { kind: 'visitor' }
  | { kind: 'customer'; userId: string; sessionId: string }
  | AdministratorCaller;

export interface AdministratorCaller {
  kind: 'administrator';
  administratorId: string;
  sessionId: string;
  /** True once the session has passed the second factor. */
  hasSecondFactor: boolean;
}

export const VISITOR: Caller = { kind: 'visitor' };

/** Returns the caller that an access token identifies, or the reason why the token is rejected. */
export type Authenticate = (token: string) => Promise<Caller | { rejection: 'expired' | 'invalid' }>;
