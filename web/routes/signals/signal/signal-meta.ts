import type { MetaArgs, MetaDescriptor } from 'react-router';
import { formatTimestamp } from '#contract/dates.ts';
import { getSignalPath, getSignalPicturePath, paths } from '#contract/paths.ts';
import { formatRupees } from '#contract/signals/price.ts';
import type { Signal } from '#contract/signals/signal.ts';
import { describeOutcome } from '#contract/track-record/describe-outcome.ts';
import type { SignalDetails, SignalReport } from '#contract/track-record/signal-details.ts';
import { createPageMeta, getPublicUrl } from '#web/document/page-meta.ts';
import { ORDER_LABELS, TYPE_LABELS } from '#web/signals/signal-labels.ts';

type PageMeta = (args: Pick<MetaArgs, 'location' | 'matches'>) => MetaDescriptor[];

/** Describes a signal as visitors see it, for search engines and link previews. A locked one is not indexed. */
export function createSignalMeta({ id, signal_type, report }: SignalDetails): PageMeta {
  const type = TYPE_LABELS[signal_type];
  const path = getSignalPath(id);
  if (report === null)
    return createPageMeta({
      title: `${type} signal (premium)`,
      description: `A premium ${type.toLowerCase()} signal for the Pakistan Stock Exchange. Subscribers see its symbol, levels and timeline.`,
      path,
      picture: { path: getSignalPicturePath(id), alt: `A premium ${type.toLowerCase()} signal of Tezi` },
      noindex: true,
    });
  const { signal, deleted_at } = report;
  const title = getTitle(signal);
  return (args) => [
    ...createPageMeta({
      title: getPageTitle(signal),
      description: describeReport(report),
      path,
      picture: { path: getSignalPicturePath(id), alt: `${title}: ${describeReport(report)}` },
      noindex: deleted_at !== null,
    })(args),
    { 'script:ld+json': createStructuredData(title, path, getPublicUrl(args.matches)) },
  ];
}

const getTitle = ({ symbol, order_type }: Signal) =>
  `${symbol} ${ORDER_LABELS[order_type].toLowerCase()} signal`;

/** Returns the title of the page, without the product's name: `LUCK buy signal, swing`. */
export const getPageTitle = (signal: Signal) =>
  `${getTitle(signal)}, ${TYPE_LABELS[signal.signal_type].toLowerCase()}`;

/** Describes a signal in two sentences: its levels at publication and its outcome. */
function describeReport(report: SignalReport): string {
  const { signal } = report;
  const { entry_price, stop_loss, target_points } = signal.published_levels;
  const { status, result, isMark } = describeOutcome(report);
  const outcome = result && !isMark ? `${status}, ${formatSigned(result.r)} R before costs` : status;
  return (
    `${signal.title}: entry ${formatRupees(entry_price)}, stop loss ${formatRupees(stop_loss)}, ` +
    `targets ${target_points.map(formatRupees).join(', ')}. ${outcome}. Published ${formatTimestamp(signal.created_at)}.`
  );
}

const formatSigned = (value: string) => (Number(value) > 0 ? `+${value}` : value.replace('-', '\u2212'));

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
