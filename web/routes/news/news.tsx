import { pageMeta } from '#web/document/page-meta.ts';
import { ComingSoon } from '#web/ui/coming-soon.tsx';

export const meta = pageMeta({
  title: 'Financial News',
  description: 'Market news, economic analysis and company updates for Pakistan Stock Exchange traders.',
});

export default function News() {
  return (
    <ComingSoon
      title="Financial News"
      description="What moves the market, from several sources, by sector and category."
      items={[
        { name: 'Market News', detail: 'The index, volumes and what traded, through the session.' },
        {
          name: 'Economic Analysis',
          detail: 'Policy rate, inflation, the rupee and what they mean for sectors.',
        },
        { name: 'Company Updates', detail: 'Results, payouts and announcements of listed companies.' },
      ]}
    />
  );
}
