import {
  addSource as addSourceEndpoint,
  editSource as editSourceEndpoint,
  fetchSource,
  listSourcesForAdmin,
} from '#contract/news/source-endpoints.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { notFound } from '#server/platform/http-error.ts';
import { describeChange } from '#server/platform/security-events/describe-change.ts';
import { addSource } from './add-source.ts';
import { editSource } from './edit-source.ts';
import { presentSource } from './present-source.ts';
import { sourceAlreadyLeased } from './sources.errors.ts';
import { findSource, listSources, type SourceRow } from './sources.queries.ts';

export function adminNewsRoutes(
  handle: Handle,
  { database, clock, feedPoller }: Pick<Dependencies, 'database' | 'clock' | 'feedPoller'>,
): void {
  handle(listSourcesForAdmin, async () => ({
    results: (await listSources(database.db)).map(presentSource),
  }));

  handle(addSourceEndpoint, ({ body, events }) =>
    database.transaction(async (tx) => {
      const { name, url, is_summary_only: isSummaryOnly = false } = body;
      const source = await addSource(tx, { name, url, isSummaryOnly }, clock.now());
      await events.record(tx, { kind: 'news_source_added', ...toEventTarget(source) });
      return presentSource(source);
    }),
  );

  handle(editSourceEndpoint, ({ params, body, events }) =>
    database.transaction(async (tx, announce) => {
      const { name, url, is_summary_only: isSummaryOnly, is_enabled: isEnabled } = body;
      // The name is shown on every article.
      announce('news');
      const changes = { name, url, isSummaryOnly, isEnabled };
      const id = parseSourceId(params.id);
      const before = await findSource(tx, id);
      const source = await editSource(tx, id, changes, clock.now());
      const { details, ...target } = toEventTarget(source);
      const change = describeChange(before ? presentAudited(before) : {}, presentAudited(source));
      await events.record(tx, { kind: 'news_source_edited', ...target, details: { ...details, ...change } });
      return presentSource(source);
    }),
  );

  handle(fetchSource, async ({ params, events }) => {
    const id = parseSourceId(params.id);
    const before = await findSource(database.db, id);
    if (!before) throw notFound();
    await events.record(database.db, { kind: 'news_source_fetched', ...toEventTarget(before) });
    if (!(await feedPoller.fetchNow(id))) throw sourceAlreadyLeased();
    const source = await findSource(database.db, id);
    if (!source) throw notFound();
    return presentSource(source);
  });
}

/** Returns the fields that the audit log compares. The path of a URL may contain a token. */
const presentAudited = ({ name, url, isSummaryOnly, isEnabled }: SourceRow) => ({
  name,
  host: new URL(url).host,
  is_summary_only: isSummaryOnly,
  is_enabled: isEnabled,
});

const toEventTarget = ({ id, name }: { id: number; name: string }) => ({
  target: { type: 'news_source', id: String(id) },
  details: { label: name },
});

function parseSourceId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound();
  return Number(text);
}
