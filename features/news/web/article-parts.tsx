import { useEffect, useRef, useState } from 'react';
import { Badge } from '#core/web/ui/badge.tsx';
import type { Article } from '#features/news/contract/endpoints.ts';

interface ArticleBadgesProps {
  article: Article;
  /** Names only the first sources of a story, and the number of others. */
  maxSources?: number;
}

/** The sources, sector and category of an article. */
export function ArticleBadges({
  article: { sources, sector, category },
  maxSources = Number.POSITIVE_INFINITY,
}: ArticleBadgesProps) {
  return (
    <p className="flex min-w-0 flex-wrap gap-1.5">
      {sources.slice(0, maxSources).map(({ name }) => (
        <Badge key={name} variant="outline">
          <span className="truncate">{name}</span>
        </Badge>
      ))}
      {sources.length > maxSources && (
        <Badge variant="outline">{`+${sources.length - maxSources} more`}</Badge>
      )}
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

interface ExternalImageProps {
  url: string;
  className: string;
  isLazy?: boolean;
}

/** Renders a publisher's image as decoration. Hides it if it fails to load, possibly before hydration. */
export function ExternalImage({ url, className, isLazy = false }: ExternalImageProps) {
  const image = useRef<HTMLImageElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setHasFailed(true);
  }, []);
  if (hasFailed) return null;
  return (
    <img
      ref={image}
      src={url}
      alt=""
      loading={isLazy ? 'lazy' : undefined}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setHasFailed(true)}
      className={className}
    />
  );
}
