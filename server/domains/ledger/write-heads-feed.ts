import { formatKarachiDate } from '#contract/dates.ts';
import { paths, recordFiles } from '#contract/paths.ts';
import { getSignedText, type RecordHead } from '#contract/record/verify-record.mjs';
import { escapeXml } from '#server/http/escape-xml.ts';

/** Writes an Atom 1.0 feed (RFC 4287) of signed heads, newest first. */
export function writeHeadsFeed(
  heads: readonly RecordHead[],
  { publicUrl, updated }: { publicUrl: string; updated: Date },
): string {
  const url = escapeXml(`${publicUrl}${recordFiles.headsFeed}`);
  const page = escapeXml(`${publicUrl}${paths.record}`);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  <id>${url}</id>`,
    '  <title>Tezi: signed heads of the record</title>',
    `  <updated>${updated.toISOString()}</updated>`,
    '  <author><name>Tezi</name></author>',
    `  <link rel="self" type="application/atom+xml" href="${url}"/>`,
    `  <link rel="alternate" type="text/html" href="${page}"/>`,
    ...heads.map((head) => writeEntry(head, { url, page })),
    '</feed>',
    '',
  ].join('\n');
}

function writeEntry(head: RecordHead, { url, page }: { url: string; page: string }): string {
  const content = `${getSignedText(head)}\nsignature: ${head.signature}`;
  return [
    '  <entry>',
    `    <id>${url}#${head.time}</id>`,
    `    <title>Head of ${formatKarachiDate(head.time)}: entry ${head.sequence}</title>`,
    `    <updated>${head.time}</updated>`,
    `    <link rel="alternate" type="text/html" href="${page}"/>`,
    `    <content type="text">${escapeXml(content)}</content>`,
    '  </entry>',
  ].join('\n');
}
