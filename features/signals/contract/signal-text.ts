import type { Signal } from './signal.ts';

/** The fields of a signal that its text contains. */
type TextFields = Pick<
  Signal,
  | 'symbol'
  | 'company_name'
  | 'order_type'
  | 'entry_price'
  | 'stop_loss'
  | 'target_points'
  | 'disclosure_text'
  | 'code'
>;

/**
 * Returns a signal as a message to send to others. `/verify` recognizes it: each number is a current level after its label, a part of the
 * disclosure, of the code or of the link.
 */
export function formatSignalText(signal: TextFields, url: string): string {
  const { symbol, company_name, order_type, entry_price, stop_loss, target_points } = signal;
  const name = company_name === null || company_name === symbol ? '' : ` (${company_name})`;
  return [
    `${order_type === 'buy' ? 'BUY' : 'SELL'} ${symbol}${name}`,
    `Entry Rs. ${entry_price}`,
    `Stop loss Rs. ${stop_loss}`,
    ...target_points.map((price, index) => `TP${index + 1} Rs. ${price}`),
    ...(signal.disclosure_text?.split('\n') ?? []),
    `Code ${signal.code}`,
    url,
  ].join('\n');
}
