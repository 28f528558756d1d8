import { addresses } from '#web/addresses.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ComingSoon } from '#web/ui/coming-soon.tsx';

export const meta = pageMeta({
  title: 'News article',
  description: 'An article for Pakistan Stock Exchange traders.',
  noindex: true,
});

export default function NewsDetails() {
  return (
    <ComingSoon
      title="News article"
      description="Articles open here, in full or as a summary, with a link to where they were first published."
      items={[
        { name: 'The article', detail: 'Text and picture, without what surrounds them at the source.' },
        { name: 'Its context', detail: 'Source, sector, category, author and time of publication.' },
      ]}
      action={
        <ButtonLink to={addresses.news} variant="secondary">
          Back to News
        </ButtonLink>
      }
    />
  );
}
