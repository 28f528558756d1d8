import { useEffect, useRef, useState } from 'react';
import type { Article } from '#contract/news/endpoints.ts';
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
