import type { MetaArgs, MetaDescriptor } from 'react-router';
import { getSignalPath, getSignalPicturePath, paths } from '#core/contract/paths.ts';
import { createPageMeta, getPublicUrl } from '#core/web/document/page-meta.ts';
import {
  describeLockedPreview,
  describePreview,
  getPageTitle,
  getSignalName,
} from '#features/signals/contract/signal-preview.ts';
import type { SignalDetails } from '#features/signals/contract/track-record/signal-details.ts';

type PageMeta = (args: Pick<MetaArgs, 'location' | 'matches'>) => MetaDescriptor[];

/** Describes a signal as visitors see it, for search engines and link previews. A locked one is not indexed. */
export function createSignalMeta({ id, signal_type, report }: SignalDetails): PageMeta {
  const path = getSignalPath(id);
  if (report === null)
    return createPageMeta({
      ...describeLockedPreview(signal_type),
      path,
      picture: { path: getSignalPicturePath(id), alt: `A premium ${signal_type} signal of Tezi` },
      noindex: true,
    });
  const { signal, deleted_at } = report;
  const title = getSignalName(signal);
  const description = describePreview(report).join(' ');
  return (args) => [
    ...createPageMeta({
      title: getPageTitle(signal),
      description,
      path,
      picture: { path: getSignalPicturePath(id), alt: `${title}: ${description}` },
      noindex: deleted_at !== null,
    })(args),
    { 'script:ld+json': createStructuredData(title, path, getPublicUrl(args.matches)) },
  ];
}

/** https://schema.org/BreadcrumbList */
function createStructuredData(title: string, path: string, publicUrl: string) {
  const toItem = (position: number, name: string, itemPath: string) => ({
    '@type': 'ListItem',
    position,
    name,
    item: publicUrl + itemPath,
  });
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      toItem(1, 'Signals', paths.signals),
      toItem(2, 'PSX Signals', paths.psxSignals),
      toItem(3, title, path),
    ],
  };
}

/** Describes the page before the signal is loaded or without one, which search engines must not index. */
export const createFallbackMeta: PageMeta = createPageMeta({
  title: 'Signal',
  description:
    'A trading signal for the Pakistan Stock Exchange with its levels, its timeline and its outcome.',
  noindex: true,
});
