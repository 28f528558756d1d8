import type { Article } from '#contract/news/article.ts';
import { Badge } from '#web/ui/badge.tsx';

/** The source, sector and category of an article. */
export function ArticleBadges({ article: { source, sector, category } }: { article: Article }) {
  return (
    <p className="flex min-w-0 flex-wrap gap-1.5">
      <Badge variant="outline">
        <span className="truncate">{source.name}</span>
      </Badge>
      {sector && (
        <Badge variant="active">
          <span className="truncate">{sector}</span>
        </Badge>
      )}
      <Badge variant="muted">
        <span className="truncate">{category.name}</span>
      </Badge>
    </p>
  );
}
