/** The largest reduction of a price. */
const MAX_RUPEES = 99;
/** The largest reduction, as a part of the price. */
const MAX_SHARE = 20;
const PAISA = 100;
/** Payers round to tens of rupees. */
const ROUND = 10 * PAISA;

/**
 * Returns an amount below the price that no open order has, in paisa; `null` if all are taken. Payers type whole rupees, and some apps drop
 * paisa, so amounts with paisa are the reserve. Never the price itself, which others may pay too, nor a round amount, to which they may round theirs.
 */
export function pickOrderAmount(
  pricePaisa: number,
  taken: ReadonlySet<number>,
  pick: (max: number) => number,
): number | null {
  const rupees = Math.max(1, Math.min(MAX_RUPEES, Math.floor(pricePaisa / PAISA / MAX_SHARE)));
  const reductions = Array.from({ length: rupees * PAISA }, (_, index) => index + 1);
  const free = reductions
    .map((reduction) => pricePaisa - reduction)
    .filter((amount) => amount > 0 && amount % ROUND !== 0 && !taken.has(amount));
  const whole = free.filter((amount) => amount % PAISA === 0);
  const pool = whole.length > 0 ? whole : free;
  return pool.length === 0 ? null : (pool[pick(pool.length)] ?? null);
}
