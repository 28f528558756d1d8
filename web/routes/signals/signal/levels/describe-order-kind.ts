import { formatRupees } from '#contract/signals/price.ts';
import type { SignalReport } from '#contract/track-record/signal-details.ts';

/** Explains whether the entry is a limit or a stop order, which the last close before the publication decides (docs/evaluation.md). */
export function describeOrderKind({
  signal,
  evaluations,
}: Pick<SignalReport, 'signal' | 'evaluations'>): string {
  const { order_type, entry_price } = signal.published_levels;
  const publication = evaluations[0]?.steps.find((step) => step.code === 'published');
  const [fall, rise] = order_type === 'buy' ? ['fall', 'rise'] : ['rise', 'fall'];
  const [below, above] = order_type === 'buy' ? ['below', 'above'] : ['above', 'below'];
  const limit = `which waits for the price to ${fall} to it and is filled there or better`;
  const stop = `which waits for the price to ${rise} to it and may be filled at a worse price`;
  if (!publication)
    return (
      `An entry ${below} the market is a limit order, ${limit}. An entry ${above} it is a stop order, ${stop}. ` +
      'The last close before the publication decides which it is.'
    );
  const { order_kind, reference_close } = publication;
  if (order_kind === 'touch' || reference_close === null)
    return 'There was no close before the publication, so the entry is neither a limit nor a stop order: it is filled on a day whose prices contain the entry price.';
  const side = order_kind === 'limit' ? below : above;
  return (
    `The entry price of ${formatRupees(entry_price)} is ${entry_price === reference_close ? 'at' : side} the last close before the ` +
    `publication, ${formatRupees(reference_close)}, so the entry is a ${order_kind} order, ${order_kind === 'limit' ? limit : stop}.`
  );
}
