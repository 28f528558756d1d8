import type { MediaNs } from 'feedsmith';

/** Finds the URL of an item's image in its `media:` elements. */
export function findMediaImage(media: MediaNs.ItemOrFeed | undefined): string | null {
  const contents = [
    ...(media?.contents ?? []),
    ...(media?.groups ?? []).flatMap((group) => group.contents ?? []),
  ];
  const image = contents.find(({ url, medium, type }) => url && isImage(medium, type));
  const thumbnails = [
    ...(media?.thumbnails ?? []),
    ...[...(media?.groups ?? []), ...contents].flatMap((part) => part.thumbnails ?? []),
  ];
  return image?.url ?? thumbnails.find(({ url }) => url)?.url ?? null;
}

function isImage(medium: string | undefined, type: string | undefined): boolean {
  if (medium === undefined && type === undefined) {
    return true;
  }
  return medium === 'image' || (type?.startsWith('image/') ?? false);
}
