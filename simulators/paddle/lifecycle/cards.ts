type CardOutcome = 'approved' | 'declined' | 'approved-once' | 'requires-confirmation';

/** Paddle's test cards, the outcomes of their payments, and a sentence about them. */
export const TEST_CARDS = [
  { number: '4242424242424242', outcome: 'approved', effect: 'Every payment succeeds.' },
  {
    number: '4000003800000446',
    outcome: 'requires-confirmation',
    effect: 'The checkout asks for confirmation (3-D Secure), then every payment succeeds.',
  },
  {
    number: '4000002760003184',
    outcome: 'approved-once',
    effect: 'The first payment succeeds and every renewal is declined.',
  },
  { number: '4000000000000002', outcome: 'declined', effect: 'Every payment is declined.' },
] as const satisfies { number: string; outcome: CardOutcome; effect: string }[];

/** The test card whose payments succeed. */
export const APPROVED_CARD = TEST_CARDS[0].number;

/** Returns the outcome of payments with a card; `null` when the number is not a test card. */
export function getCardOutcome(cardNumber: string): CardOutcome | null {
  const digits = cardNumber.replace(/[\s-]/g, '');
  return TEST_CARDS.find(({ number }) => number === digits)?.outcome ?? null;
}

/** Returns true when a renewal can be charged to a card. */
export function isChargeable(cardNumber: string): boolean {
  const outcome = getCardOutcome(cardNumber);
  return outcome === 'approved' || outcome === 'requires-confirmation';
}
