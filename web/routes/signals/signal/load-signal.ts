import { listPrices } from '#contract/market/prices.ts';
import { getSignalDetails, type SignalDetails } from '#contract/track-record/signal-details.ts';
import { callEndpoint, isNotFound, type Send } from '#web/api/call.ts';
import { toErrorResponseInit } from '#web/api/error-response.ts';
import { getPriceWindow, type PricesOfSignal, selectBars, summarizeWindow } from './prices/price-window.ts';

/** The page of a signal as the server rendered it for a visitor. */
export interface RenderedSignal {
  /** `null` if it does not exist or could not be loaded. */
  details: SignalDetails | null;
  isNotFound: boolean;
  /** `null` without prices, `undefined` if they could not be loaded or the signal is locked: the browser then loads them. */
  prices: PricesOfSignal | null | undefined;
  asOf: string;
}

/** Loads a signal as a visitor. Returns the HTTP status and headers if a call failed. */
export async function loadSignal(id: string, send: Send, now: Date) {
  const asOf = now.toISOString();
  let details: SignalDetails | null = null;
  try {
    details = await callEndpoint(getSignalDetails, { params: { id } }, send);
    const prices = await loadPrices(details, send, now);
    return { rendered: { details, isNotFound: false, prices, asOf }, init: undefined };
  } catch (error) {
    const init = toErrorResponseInit(error);
    const isMissing = details === null && isNotFound(error);
    return { rendered: { details, isNotFound: isMissing, prices: undefined, asOf }, init };
  }
}

async function loadPrices({ report }: SignalDetails, send: Send, now: Date) {
  if (report === null) return undefined;
  const priceWindow = getPriceWindow(report, now);
  const { symbol } = report.signal;
  const query = { range: priceWindow.range, adjusted: 'false' as const };
  const { bars } = await callEndpoint(listPrices, { params: { symbol }, query }, send);
  return summarizeWindow(selectBars(bars, priceWindow));
}
