import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { PerformanceStatistics } from '#features/signals/contract/track-record/performance.ts';
import { GroupSections } from './group-sections.tsx';

const statistics = (closed: number, isSmall: boolean) =>
  ({
    closed,
    win_rate: '60.0',
    win_rate_low: '31.3',
    win_rate_high: '83.2',
    expectancy: '0.25',
    expectancy_low: '-0.40',
    expectancy_high: '0.90',
    is_small_sample: isSmall,
  }) as Partial<PerformanceStatistics> as PerformanceStatistics;
const group = (key: string | null, closed: number, isSmall = true) => ({
  key,
  statistics: statistics(closed, isSmall),
});

it('shows the share of signals that cannot be measured next to the win rate, and warns above 20 %', () => {
  const measured = (unproven: number, rate: string) => ({
    key: `${rate} %`,
    statistics: {
      ...statistics(40, false),
      unproven,
      without_prices: 0,
      overdue: 0,
      unmeasurable_rate: rate,
    },
  });
  const html = renderToStaticMarkup(
    <GroupSections
      groups={{
        signal_type: [],
        side: [],
        sector: [],
        analyst: [measured(0, '0.0'), measured(10, '20.0'), measured(11, '21.6')],
        month: [],
      }}
    />,
  );
  expect(html.match(/text-(?:muted|warning)" translate="no">\d+\.\d %/g)).toEqual(
    expect.arrayContaining(['text-muted" translate="no">20.0 %', 'text-warning" translate="no">21.6 %']),
  );
  expect(html).not.toContain('translate="no">0.0 %');
});

it('names the small samples of a table once, and none without closed signals', () => {
  const html = renderToStaticMarkup(
    <GroupSections
      groups={{
        signal_type: [group('intraday', 80, false), group('swing', 9), group('investment', 3)],
        side: [group('buy', 90, false), group('sell', 0)],
        sector: [group('Cement', 4), group('Refinery', 0), group(null, 2)],
        analyst: [group('Sana', 70, false), group(null, 2)],
        month: [group('2026-11', 5)],
      }}
    />,
  );
  expect(html.match(/small sample[^<]*/gi)).toEqual([
    'Small sample: Swing, Investment',
    'Small sample: all of them',
    'Small sample: No analyst named',
    'Small sample: November 2026',
  ]);
});
