/** Paddle's test cards and what becomes of payments with them. */
const CARDS: Record<string, { outcome: CardOutcome; type: 'visa' }> = {
  '4242424242424242': { outcome: 'approved', type: 'visa' },
  '4000000000000002': { outcome: 'declined', type: 'visa' },
  '4000002760003184': { outcome: 'approved-once', type: 'visa' },
  '4000003800000446': { outcome: 'confirmed-first', type: 'visa' },
};

export type CardOutcome = 'approved' | 'declined' | 'approved-once' | 'confirmed-first';

/** What becomes of payments with a card; `null` for a number that is no test card. */
export function outcomeOf(cardNumber: string): CardOutcome | null {
  return CARDS[cardNumber.replace(/[\s-]/g, '')]?.outcome ?? null;
}

/** Whether a renewal can be charged to a card. */
export function isChargeable(cardNumber: string): boolean {
  const outcome = outcomeOf(cardNumber);
  return outcome === 'approved' || outcome === 'confirmed-first';
}
