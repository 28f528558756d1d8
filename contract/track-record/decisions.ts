/**
 * The decisions of an administrator about an outcome. `override` replaces the result, `void` removes the signal from the
 * statistics of closed signals and counts it separately, and `withdraw` returns to the evaluated result.
 */
export const DECISION_KINDS = ['override', 'void', 'withdraw'] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];
