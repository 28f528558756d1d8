import { getPageLinks, parsePage } from '#core/server/http/pagination.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import { describeChange } from '#core/server/platform/security-events/describe-change.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  createSignalDraft,
  DRAFTS_PAGE_SIZE,
  deleteSignalDraft,
  listSignalDrafts,
  publishSignalDraft,
  readSignalDraft,
  returnSignalDraft,
  type SignalDraft,
  saveSignalDraft,
  submitSignalDraft,
  withdrawSignalDraft,
} from '#features/signals/contract/publishing/draft-endpoints.ts';
import { changeSignals, findAuthor } from '#features/signals/server/changes/signal-changes.ts';
import { createChecksContext } from '#features/signals/server/checks/check-warnings.ts';
import { presentAdminSignal } from '#features/signals/server/present-signal.ts';
import {
  canPublish,
  createDraft,
  deleteDraft,
  publishDraft,
  returnDraft,
  saveDraft,
  submitDraft,
  withdrawDraft,
} from './change-draft.ts';
import { type DraftRow, findDraft, listDrafts } from './drafts.queries.ts';

/** Nothing public depends on drafts before their publication, so that only it is a change of a signal. */
export function adminDraftsRoutes(dependencies: RouteDependencies): void {
  const { handle, config, database, clock } = dependencies;
  const { isApprovalRequired } = config;
  const getChecksContext = createChecksContext(dependencies);
  const present = (draft: DraftRow, { administratorId }: { administratorId: string }) =>
    presentDraft(draft, { administratorId, isApprovalRequired });

  handle(listSignalDrafts, async ({ query, url, caller }) => {
    const page = parsePage(query.page);
    const pageSize = DRAFTS_PAGE_SIZE;
    const offset = (page - 1) * pageSize;
    const { total, rows } = await listDrafts(database.db, { limit: pageSize, offset });
    return {
      count: total,
      ...getPageLinks({ page, pageSize, total, url, publicUrl: config.publicUrl }),
      results: rows.map((row) => present(row, caller)),
      is_approval_required: isApprovalRequired,
    };
  });

  handle(createSignalDraft, ({ body, caller, events, once }) =>
    database.transaction((tx) =>
      once(tx, async () => {
        const author = await findAuthor(tx, caller);
        const draft = await createDraft(tx, body, { author, now: clock.now() });
        await events.record(tx, { kind: 'signal_draft_saved', ...toDraftSubject(draft) });
        return present(draft, caller);
      }),
    ),
  );

  handle(readSignalDraft, async ({ params, caller }) => {
    const draft = await findDraft(database.db, params.id);
    if (!draft) throw notFound();
    return present(draft, caller);
  });

  handle(saveSignalDraft, ({ params, body, caller, events }) =>
    database.transaction(async (tx) => {
      const change = { author: await findAuthor(tx, caller), now: clock.now() };
      const { expected_version: expectedVersion, ...content } = body;
      const request = { id: params.id, expectedVersion, content };
      const { before, after } = await saveDraft(tx, request, change);
      const { target, details } = toDraftSubject(after);
      await events.record(tx, {
        kind: 'signal_draft_saved',
        target,
        details: { ...details, ...describeChange(before.content, after.content) },
      });
      return present(after, caller);
    }),
  );

  handle(deleteSignalDraft, ({ params, events }) =>
    database.transaction(async (tx) => {
      const draft = await deleteDraft(tx, params.id);
      await events.record(tx, { kind: 'signal_draft_deleted', ...toDraftSubject(draft) });
    }),
  );

  handle(submitSignalDraft, async ({ params, body, caller, events, once }) => {
    const context = { ...(await getChecksContext()), isApprovalRequired };
    return database.transaction((tx) =>
      once(tx, async () => {
        const author = await findAuthor(tx, caller);
        const request = { id: params.id, expectedVersion: body.expected_version };
        const draft = await submitDraft(tx, request, { ...context, author });
        await events.record(tx, { kind: 'signal_draft_submitted', ...toDraftSubject(draft) });
        return present(draft, caller);
      }),
    );
  });

  handle(withdrawSignalDraft, ({ params, body, caller, events }) =>
    database.transaction(async (tx) => {
      const request = { id: params.id, expectedVersion: body.expected_version };
      const draft = await withdrawDraft(tx, request, caller.administratorId);
      await events.record(tx, { kind: 'signal_draft_withdrawn', ...toDraftSubject(draft) });
      return present(draft, caller);
    }),
  );

  handle(returnSignalDraft, ({ params, body, caller, events }) =>
    database.transaction(async (tx) => {
      const change = { author: await findAuthor(tx, caller), now: clock.now() };
      const { comment, expected_version: expectedVersion } = body;
      const draft = await returnDraft(tx, { id: params.id, expectedVersion, comment }, change);
      const { target, details } = toDraftSubject(draft);
      await events.record(tx, {
        kind: 'signal_draft_returned',
        target,
        details: { ...details, note: comment },
      });
      return present(draft, caller);
    }),
  );

  handle(publishSignalDraft, async ({ params, body, ...request }) => {
    const context = { ...(await getChecksContext()), isApprovalRequired };
    const { expected_version: expectedVersion, override_reason: reason } = body;
    const draft = { id: params.id, expectedVersion, reason };
    return changeSignals(dependencies, request, async (change) =>
      presentAdminSignal(await publishDraft(change, draft, context)),
    );
  });
}

/** Presents a draft to an administrator. */
function presentDraft(
  draft: DraftRow,
  context: { administratorId: string; isApprovalRequired: boolean },
): SignalDraft {
  const isSubmitted = draft.submittedAt !== null;
  return {
    id: draft.id,
    content: draft.content,
    state: isSubmitted ? 'submitted' : draft.returnedAt ? 'returned' : 'draft',
    version: draft.version,
    created_at: draft.createdAt.toISOString(),
    created_by: draft.createdBy,
    updated_at: draft.updatedAt.toISOString(),
    updated_by: draft.updatedBy,
    submitted_at: draft.submittedAt?.toISOString() ?? null,
    submitted_by: draft.submittedBy,
    returned: draft.returnedAt && {
      at: draft.returnedAt.toISOString(),
      by: draft.returnedBy ?? '',
      comment: draft.returnComment ?? '',
    },
    can_publish: canPublish(draft, context),
    can_withdraw: isSubmitted && draft.submittedById === context.administratorId,
  };
}

const MAX_LABEL_LENGTH = 20;

const toDraftSubject = ({ id, content }: DraftRow) => ({
  target: { type: 'signal_draft', id },
  details: { label: content.symbol.trim().slice(0, MAX_LABEL_LENGTH) || 'No symbol' },
});
