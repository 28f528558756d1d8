import { describe, expect, it } from 'vitest';
import type { Indicator } from '#features/billing/contract/chart-tools.ts';
import { calculateIndicator, type IndicatorValues } from './indicators.ts';

const calculate = (indicator: Indicator, closes: readonly number[], volumes: (number | null)[] = []) =>
  calculateIndicator(indicator, { closes, volumes });

/** Expects no values first, and then exactly the published ones. */
function expectPublished(values: IndicatorValues | undefined, published: readonly number[], digits: number) {
  const missing = (values?.length ?? 0) - published.length;
  expect(values?.slice(0, missing)).toEqual(Array(missing).fill(null));
  for (const [index, value] of published.entries())
    expect(values?.[missing + index], `value ${index}`).toBeCloseTo(value, digits);
}

// The worked examples of ChartSchool, https://chartschool.stockcharts.com, "Technical Indicators and Overlays", and the
// spreadsheets that it offers with them.
describe('the examples that StockCharts publishes', () => {
  // "Moving Averages - Simple and Exponential", cs-movavg.xls: Intel, 10 days.
  const INTEL = [
    22.2734, 22.194, 22.0847, 22.1741, 22.184, 22.1344, 22.2337, 22.4323, 22.2436, 22.2933, 22.1542, 22.3926,
    22.3816, 22.6109, 23.3558, 24.0519, 23.753, 23.8324, 23.9516, 23.6338, 23.8225, 23.8722, 23.6537, 23.187,
    23.0976, 23.326, 22.6805, 23.0976, 22.4025, 22.1725,
  ];

  it('simple moving average', () => {
    expectPublished(
      calculate({ kind: 'sma', period: 10 }, INTEL).average,
      [
        22.22475, 22.21283, 22.23269, 22.26238, 22.30606, 22.42324, 22.61499, 22.76692, 22.90693, 23.07773,
        23.21178, 23.37861, 23.52657, 23.65378, 23.71139, 23.68557, 23.61298, 23.50573, 23.43225, 23.27734,
        23.13121,
      ],
      5,
    );
  });

  it('exponential moving average', () => {
    expectPublished(
      calculate({ kind: 'ema', period: 10 }, INTEL).average,
      [
        22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.8, 22.97, 23.13, 23.28, 23.34, 23.43, 23.51, 23.54,
        23.47, 23.4, 23.39, 23.26, 23.23, 23.08, 22.92,
      ],
      2,
    );
  });

  it('Bollinger Bands', () => {
    // "Bollinger Bands", cs-bbands.xls: SPY, 20 days and 2 standard deviations.
    const bands = calculate(
      { kind: 'bollinger', period: 20, deviations: 2 },
      [
        86.1557, 89.0867, 88.7829, 90.3228, 89.0671, 91.1453, 89.4397, 89.175, 86.9302, 87.6752, 86.9596,
        89.4299, 89.3221, 88.7241, 87.4497, 87.2634, 89.4985, 87.9006, 89.126, 90.7043, 92.9001, 92.9784,
        91.8021, 92.6647, 92.6843, 92.3021, 92.7725, 92.5373, 92.949, 93.2039, 91.0669, 89.8318, 89.7435,
        90.3994, 90.7387, 88.0177, 88.0867, 88.8439, 90.7781, 90.5416, 91.3894, 90.65,
      ],
    );
    expectPublished(
      bands.middle,
      [
        88.70794, 89.04516, 89.239745, 89.390705, 89.5078, 89.68866, 89.7465, 89.91314, 90.081255, 90.382195,
        90.65863, 90.863995, 90.88409, 90.90516, 90.988925, 91.153375, 91.19109, 91.1205, 91.167665, 91.25027,
        91.242135, 91.1666, 91.05018,
      ],
      5,
    );
    expectPublished(
      bands.upper,
      [
        91.291862, 91.949268, 92.612595, 92.9342, 93.31195, 93.72845, 93.899592, 94.266255, 94.565096,
        94.786912, 95.043001, 94.907605, 94.902912, 94.89532, 94.861013, 94.673629, 94.556593, 94.678752,
        94.575786, 94.534271, 94.532306, 94.369251, 94.148503,
      ],
      5,
    );
    expectPublished(
      bands.lower,
      [
        86.124018, 86.141052, 85.866895, 85.84721, 85.70365, 85.64887, 85.593408, 85.560025, 85.597414,
        85.977478, 86.274259, 86.820385, 86.865268, 86.915, 87.116837, 87.633121, 87.825587, 87.562248,
        87.759544, 87.966269, 87.951964, 87.963949, 87.951857,
      ],
      5,
    );
  });

  it('relative strength index of Wilder', () => {
    // "Relative Strength Index (RSI)", cs-rsi.xls: QQQQ, 14 days.
    const closes = [
      44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931,
      46.0328, 45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122, 46.2521, 45.7137,
      46.4515, 45.7835, 45.3548, 44.0288, 44.1783, 44.2181, 44.5672, 43.4205, 42.6628, 43.1314,
    ];
    expectPublished(
      calculate({ kind: 'rsi', period: 14 }, closes).rsi,
      [
        70.5328, 66.3186, 66.5498, 69.4063, 66.3552, 57.9749, 62.9296, 63.2571, 56.0593, 62.3771, 54.7076,
        50.4228, 39.9898, 41.4605, 41.8689, 45.4632, 37.304, 33.0795, 37.773,
      ],
      3,
    );
  });

  it('MACD', () => {
    // "MACD", cs-macd.xls: Apple, 12, 26 and 9 days.
    const { macd, signal, histogram } = calculate(
      { kind: 'macd', fast: 12, slow: 26, signal: 9 },
      [
        459.99, 448.85, 446.06, 450.81, 442.8, 448.97, 444.57, 441.4, 430.47, 420.05, 431.14, 425.66, 430.58,
        431.72, 437.87, 428.43, 428.35, 432.5, 443.66, 455.72, 454.49, 452.08, 452.73, 461.91, 463.58, 461.14,
        452.08, 442.66, 428.91, 429.79, 431.99, 427.72, 423.2, 426.21, 426.98, 435.69, 434.33, 429.8, 419.85,
        426.24, 402.8, 392.05, 390.53, 398.67, 406.13,
      ],
    );
    expectPublished(
      macd,
      [
        8.275269504, 7.703378381, 6.416074757, 4.237519783, 2.552583325, 1.37888572, 0.102981491,
        -1.258401953, -2.07055819, -2.621842328, -2.32906674, -2.181632115, -2.402626273, -3.342121681,
        -3.530363136, -5.507471249, -7.851274229, -9.719367455, -10.42286651, -10.26016216,
      ],
      8,
    );
    expectPublished(
      signal,
      [
        3.037525869, 1.905652229, 1.058708435, 0.410640325, -0.152012994, -0.790034732, -1.338100413,
        -2.17197458, -3.30783451, -4.590141099, -5.756686181, -6.657381376,
      ],
      8,
    );
    expectPublished(
      histogram,
      [
        -5.108084059, -4.527494558, -3.387775176, -2.59227244, -2.250613279, -2.55208695, -2.192262723,
        -3.335496669, -4.543439719, -5.129226357, -4.666180327, -3.602780783,
      ],
      8,
    );
  });
});

describe('other histories', () => {
  it('averages the volumes that are known', () => {
    const volumes = [null, 100, 200, null, 300, 400];
    const { average } = calculate({ kind: 'volume-average', period: 2 }, [], volumes);
    expect(average).toEqual([null, null, 150, null, 250, 350]);
  });

  it.each<Indicator>([
    { kind: 'sma', period: 20 },
    { kind: 'ema', period: 20 },
    { kind: 'bollinger', period: 20, deviations: 2 },
    { kind: 'rsi', period: 14 },
    { kind: 'macd', fast: 12, slow: 26, signal: 9 },
    { kind: 'volume-average', period: 20 },
  ])('has no values of %j in a history that is too short', (indicator) => {
    for (const length of [0, 1, 10]) {
      const series = Array.from({ length }, (_, index) => 100 + index);
      const lines = calculateIndicator(indicator, { closes: series, volumes: series });
      for (const values of Object.values(lines)) expect(values).toEqual(Array(length).fill(null));
    }
  });

  it('the strength is 100 when no price falls and 0 when none rises', () => {
    const rising = Array.from({ length: 16 }, (_, index) => 100 + index);
    expect(calculate({ kind: 'rsi', period: 14 }, rising).rsi?.at(-1)).toBe(100);
    expect(calculate({ kind: 'rsi', period: 14 }, rising.toReversed()).rsi?.at(-1)).toBe(0);
  });
});
