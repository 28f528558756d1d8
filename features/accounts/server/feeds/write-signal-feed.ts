import { getSignalPath, paths } from '#core/contract/paths.ts';
import { escapeXml } from '#core/server/http/escape-xml.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { describeNote } from '#features/signals/contract/signal-fields.ts';
import { getStateLabel } from '#features/signals/contract/signal-state.ts';

export const MAX_ENTRIES = 50;

/** The year in which the format of the IDs began. It never changes (RFC 4151). */
const TAG_DATE = '2026';

/** Writes an Atom 1.0 feed (RFC 4287) of signals, the newest first. The reader may see all of them. `url` is the feed's own, secret URL. */
export function writeSignalFeed(
  signals: readonly Signal[],
  { url, publicUrl }: { url: string; publicUrl: string },
): string {
  const host = new URL(publicUrl).hostname;
  const updated = signals.map(getUpdated).reduce((a, b) => (a > b ? a : b), '1970-01-01T00:00:00.000Z');
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    // Not the URL: it changes with its secret.
    `  <id>tag:${host},${TAG_DATE}:my-signals</id>`,
    '  <title>Tezi: my signals</title>',
    `  <updated>${updated}</updated>`,
    '  <author><name>Tezi</name></author>',
    `  <link rel="self" type="application/atom+xml" href="${escapeXml(url)}"/>`,
    `  <link rel="alternate" type="text/html" href="${escapeXml(publicUrl + paths.signals)}"/>`,
    ...signals.map((signal) => writeEntry(signal, host, publicUrl)),
    '</feed>',
    '',
  ].join('\n');
}

const getUpdated = ({ created_at, changed_at }: Signal) => changed_at ?? created_at;

function writeEntry(signal: Signal, host: string, publicUrl: string): string {
  const side = signal.order_type === 'buy' ? 'Buy' : 'Sell';
  const title = `${signal.symbol}: ${side} (${signal.signal_type}), ${getStateLabel(signal.state)}`;
  const content = [
    signal.company_name,
    [
      `${side} at ${signal.entry_price}`,
      `stop ${signal.stop_loss}`,
      ...signal.target_points.map((price, index) => `TP${index + 1} ${price}`),
    ].join(' · '),
    signal.rationale,
    ...(signal.notes ?? []).map(describeNote),
    signal.disclosure_text,
    `Code ${signal.code}`,
  ].filter((part) => part !== null);
  return [
    '  <entry>',
    `    <id>tag:${host},${TAG_DATE}:signal/${signal.id}</id>`,
    `    <title>${escapeXml(title)}</title>`,
    `    <updated>${getUpdated(signal)}</updated>`,
    `    <published>${signal.created_at}</published>`,
    ...(signal.analyst_name ? [`    <author><name>${escapeXml(signal.analyst_name)}</name></author>`] : []),
    `    <link rel="alternate" type="text/html" href="${escapeXml(publicUrl + getSignalPath(signal.id))}"/>`,
    `    <category term="${signal.signal_type}"/>`,
    `    <content type="text">${escapeXml(content.join('\n'))}</content>`,
    '  </entry>',
  ].join('\n');
}
