import { useEffect, useRef, useState } from 'react';

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
