import type { SignalBody } from '#contract/signals/signal-body.ts';

export interface SampleSignal {
  /** The age of the signal when the sample content is created. */
  hoursAgo: number;
  signal: SignalBody;
}

const defaults = {
  call_status: 'in_progress',
  order_type: 'buy',
  shariah_type: 'Unknown',
  risk_type: 'medium',
  leverage: 1,
  sector: null,
  analyst_name: null,
  analyst_registration: null,
} as const;

/** Signals with invented prices that show the product. Each title states that it is a sample. */
export const sampleSignals: SampleSignal[] = [
  {
    hoursAgo: 2,
    signal: {
      ...defaults,
      title: 'Sample: breakout above the morning range',
      symbol: 'SYS',
      signal_type: 'intraday',
      entry_price: '152.40',
      stop_loss: '149.10',
      target_points: ['155.00', '157.80', '161.20'],
      shariah_type: 'Compliant',
      risk_type: 'high',
    },
  },
  {
    hoursAgo: 3,
    signal: {
      ...defaults,
      title: 'Sample: pullback to support',
      symbol: 'MEBL',
      signal_type: 'intraday',
      entry_price: '448.00',
      stop_loss: '441.50',
      target_points: ['454.00', '459.50', '466.00'],
      shariah_type: 'Compliant',
    },
  },
  {
    hoursAgo: 5,
    signal: {
      ...defaults,
      title: 'Sample: failed rally, sell below resistance',
      symbol: 'PSO',
      signal_type: 'intraday',
      order_type: 'sell',
      entry_price: '412.25',
      stop_loss: '418.00',
      target_points: ['406.00', '401.50', '396.00'],
    },
  },
  {
    hoursAgo: 26,
    signal: {
      ...defaults,
      title: 'Sample: higher low on the weekly chart',
      symbol: 'LUCK',
      signal_type: 'swing',
      entry_price: '471.00',
      stop_loss: '448.00',
      target_points: ['495.00', '518.00', '540.00'],
      shariah_type: 'Compliant',
    },
  },
  {
    hoursAgo: 72,
    signal: {
      ...defaults,
      title: 'Sample: accumulate below fair value',
      symbol: 'FFC',
      signal_type: 'investment',
      entry_price: '585.00',
      stop_loss: '520.00',
      target_points: ['660.00', '720.00', '800.00'],
      risk_type: 'low',
    },
  },
];
