import { paths } from '#contract/paths.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { TypeLinks } from '#web/signals/type-links.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ComingSoon } from '#web/ui/feedback/coming-soon.tsx';

export const meta = createPageMeta({
  title: 'Advanced Charting',
  description:
    'Interactive charts, technical indicators and market analysis for Pakistan Stock Exchange symbols.',
});

export default function Charting() {
  return (
    <ComingSoon
      title="Advanced Charting"
      description="Charts of every listed symbol, next to its signals."
      items={[
        {
          name: 'Interactive charts',
          detail: 'Candlestick, bar and line charts from one minute to one month.',
        },
        {
          name: 'Technical indicators',
          detail: 'Moving averages, RSI, MACD, Bollinger bands and volume profiles.',
        },
        {
          name: 'Market analysis',
          detail: 'Sector comparison, market breadth and price levels on the chart.',
        },
      ]}
      action={
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <ButtonLink to={paths.signals} variant="secondary">
            Go to Signals
          </ButtonLink>
          <TypeLinks />
        </div>
      }
    />
  );
}
