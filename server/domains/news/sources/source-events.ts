import { describeChange } from '#server/platform/security-events/describe-change.ts';
import type { SourceRow } from './sources.queries.ts';

/** Returns a source as the target of a security event. */
export const toEventTarget = ({ id, name }: { id: number; name: string }) => ({
  target: { type: 'news_source', id: String(id) },
  details: { label: name },
});

/** The same for an edit, with the values before and after. */
export function toEditTarget(before: SourceRow | null, after: SourceRow) {
  const { target, details } = toEventTarget(after);
  const change = describeChange(before ? presentAudited(before) : {}, presentAudited(after));
  return { target, details: { ...details, ...change } };
}

/** Returns the fields that the audit log compares. The path of a URL may contain a token. */
const presentAudited = ({ name, url, isSummaryOnly, isEnabled }: SourceRow) => ({
  name,
  host: new URL(url).host,
  is_summary_only: isSummaryOnly,
  is_enabled: isEnabled,
});
