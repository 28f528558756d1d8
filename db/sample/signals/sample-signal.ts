import { getDefaultHorizon } from '#contract/signals/disclosure.ts';
import type { SignalBody } from '#contract/signals/signal-body.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { getSampleDisclosure, SAMPLE_ANALYSTS } from './sample-disclosures.ts';

/** Why a signal was closed, or that the stop of an open one was moved to the entry price. */
export type SampleOutcome = 'last target' | 'stop' | 'trailed stop' | 'analyst' | 'open' | 'open, trailed';

/** A moved stop, or the end of the signal. */
type SampleChange = Partial<Pick<SignalBody, 'stop_loss' | 'call_status'>>;

/** An invented signal and its history. */
export interface SampleSignal {
  signal: SignalBody;
  /**
   * When the signal was published, in trading days before the end of the last one: 2.25 is three quarters through the day
   * before the last. `null`: on the current trading day.
   */
  published: number | null;
  changes: { daysAgo: number; patch: SampleChange }[];
  outcome: SampleOutcome;
}

type Levels = readonly [entry: string, stop: string, firstTarget: string, ...targets: string[]];

export const makeSampleSignal = (
  signalType: SignalType,
  [symbol, orderType, title]: [string, 'buy' | 'sell', string],
  [entry, stop, ...targets]: Levels,
  [riskType, shariahType]: [SignalBody['risk_type'], SignalBody['shariah_type']],
  outcome: SampleOutcome,
  published: number | null = null,
  last = published,
): SampleSignal => {
  const [intradayAnalyst, analystOfOthers] = SAMPLE_ANALYSTS;
  const analyst = signalType === 'intraday' ? intradayAnalyst : analystOfOthers;
  const signal: SignalBody = {
    title,
    symbol,
    signal_type: signalType,
    order_type: orderType,
    entry_price: entry,
    stop_loss: stop,
    target_points: targets,
    risk_type: riskType,
    shariah_type: shariahType,
    call_status: 'in_progress',
    leverage: 1,
    sector: null,
    analyst_name: analyst.name,
    analyst_registration: analyst.registration,
    horizon_days: getDefaultHorizon(signalType),
    ...getSampleDisclosure(symbol),
  };
  return { signal, published, outcome, changes: listChanges(signal, outcome, published, last) };
};

/** Lists the changes between publication and the last one, evenly over the trading days. */
function listChanges(
  { entry_price, target_points: [firstTarget] }: SignalBody,
  outcome: SampleOutcome,
  published: number | null,
  last: number | null,
): SampleSignal['changes'] {
  if (published === null || last === null) return [];
  const toEntry: SampleChange = { stop_loss: entry_price };
  const toFirstTarget: SampleChange = firstTarget === undefined ? {} : { stop_loss: firstTarget };
  const close: SampleChange = { call_status: 'closed' };
  const patches: Record<SampleOutcome, SampleChange[]> = {
    'last target': [toEntry, close],
    stop: [close],
    'trailed stop': [toEntry, toFirstTarget, close],
    analyst: [close],
    open: [],
    'open, trailed': [toEntry],
  };
  const steps = patches[outcome];
  return steps.map((patch, index) => ({
    daysAgo: published - ((published - last) * (index + 1)) / steps.length,
    patch,
  }));
}
