/** Paddle's test cards and the outcomes of their payments. */
const CARDS: Record<string, { outcome: CardOutcome; type: 'visa' }> = {
  '4242424242424242': { outcome: 'approved', type: 'visa' },
  '4000000000000002': { outcome: 'declined', type: 'visa' },
  '4000002760003184': { outcome: 'approved-once', type: 'visa' },
  '4000003800000446': { outcome: 'requires-confirmation', type: 'visa' },
};

export type CardOutcome = 'approved' | 'declined' | 'approved-once' | 'requires-confirmation';

/** Returns the outcome of payments with a card; `null` when the number is not a test card. */
export function getCardOutcome(cardNumber: string): CardOutcome | null {
  return CARDS[cardNumber.replace(/[\s-]/g, '')]?.outcome ?? null;
}

/** Returns true when a renewal can be charged to a card. */
export function isChargeable(cardNumber: string): boolean {
  const outcome = getCardOutcome(cardNumber);
  return outcome === 'approved' || outcome === 'requires-confirmation';
}
