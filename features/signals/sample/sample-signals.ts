import { intradaySignals } from './intraday-signals.ts';
import { investmentSignals } from './investment-signals.ts';
import type { SampleSignal } from './sample-signal.ts';
import { swingSignals } from './swing-signals.ts';

export type { SampleSignal } from './sample-signal.ts';

/** Signals of real companies with invented prices, over about ten weeks. */
export const sampleSignals: SampleSignal[] = [...intradaySignals, ...swingSignals, ...investmentSignals];
