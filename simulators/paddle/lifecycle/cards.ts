/** The test card whose payments succeed. */
export const APPROVED_CARD = '4242424242424242';

/** Paddle's test cards and the outcomes of their payments. */
const CARDS: Record<string, { outcome: CardOutcome; type: 'visa'; effect: string }> = {
  [APPROVED_CARD]: {
    outcome: 'approved',
    type: 'visa',
    effect: 'Every payment succeeds.',
  },
  '4000003800000446': {
    outcome: 'requires-confirmation',
    type: 'visa',
    effect: 'The checkout asks for confirmation (3-D Secure), then every payment succeeds.',
  },
  '4000002760003184': {
    outcome: 'approved-once',
    type: 'visa',
    effect: 'The first payment succeeds and every renewal is declined.',
  },
  '4000000000000002': {
    outcome: 'declined',
    type: 'visa',
    effect: 'Every payment is declined.',
  },
};

export type CardOutcome = 'approved' | 'declined' | 'approved-once' | 'requires-confirmation';

export interface TestCard {
  number: string;
  /** What its payments do, as a sentence. */
  effect: string;
}

export const TEST_CARDS: readonly TestCard[] = Object.entries(CARDS).map(([number, { effect }]) => ({
  number,
  effect,
}));

/** Returns the outcome of payments with a card; `null` when the number is not a test card. */
export function getCardOutcome(cardNumber: string): CardOutcome | null {
  return CARDS[cardNumber.replace(/[\s-]/g, '')]?.outcome ?? null;
}

/** Returns true when a renewal can be charged to a card. */
export function isChargeable(cardNumber: string): boolean {
  const outcome = getCardOutcome(cardNumber);
  return outcome === 'approved' || outcome === 'requires-confirmation';
}
