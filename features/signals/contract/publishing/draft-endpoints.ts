import * as z from 'zod/mini';
import { paginated } from '#core/contract/api/paginated.ts';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { text, timestamp } from '#core/contract/fields.ts';
import { StoredDisclosures } from '#features/signals/contract/optional-fields.ts';
import { AdminSignal, DraftContent } from './signal-body.ts';
import { overrideReason } from './signal-checks.ts';

export const DRAFTS_PAGE_SIZE = 50;
export const RETURN_COMMENT_MAX_LENGTH = 500;

/** `submitted` drafts wait for approval; `returned` ones were sent back with a comment. */
const DRAFT_STATES = ['draft', 'submitted', 'returned'] as const;

/** A signal that is not published. Only administrators can read it. */
export const SignalDraft = z.object({
  id: z.uuid(),
  content: z.extend(DraftContent, { disclosures: z.optional(StoredDisclosures) }),
  state: z.enum(DRAFT_STATES),
  version: z.int(),
  created_at: timestamp,
  created_by: z.string(),
  updated_at: timestamp,
  updated_by: z.string(),
  submitted_at: z.nullable(timestamp),
  submitted_by: z.nullable(z.string()),
  /** The last comment with which it was sent back; `null` once it is submitted again. */
  returned: z.nullable(z.object({ at: timestamp, by: z.string(), comment: z.string() })),
  /** The caller may publish it, or approve it if approval is required. */
  can_publish: z.boolean(),
  /** The caller submitted it. */
  can_withdraw: z.boolean(),
});
export type SignalDraft = z.infer<typeof SignalDraft>;

const DraftId = z.object({ id: z.uuid() });

/** The request fails with 409 and `changed_meanwhile` if the draft has another version. */
const ExpectedVersion = z.object({ expected_version: z.int().check(z.minimum(1)) });

export const listSignalDrafts = defineEndpoint({
  method: 'GET',
  path: '/admin/signal-drafts/',
  summary: 'List the drafts of signals, last changed first',
  access: 'administrator',
  query: z.object({ page: z.optional(z.string()) }),
  response: z.extend(paginated(SignalDraft), {
    /** Another administrator must approve a signal before it is published. */
    is_approval_required: z.boolean(),
  }),
});

export const createSignalDraft = defineEndpoint({
  method: 'POST',
  path: '/admin/signal-drafts/',
  summary: 'Save a signal as a draft',
  isIdempotent: true,
  access: 'administrator',
  body: DraftContent,
  status: 201,
  response: SignalDraft,
});

export const readSignalDraft = defineEndpoint({
  method: 'GET',
  path: '/admin/signal-drafts/:id/',
  summary: 'Get a draft',
  access: 'administrator',
  params: DraftId,
  response: SignalDraft,
});

/** A submitted draft cannot be changed: it must be withdrawn or sent back first. */
export const saveSignalDraft = defineEndpoint({
  method: 'PATCH',
  path: '/admin/signal-drafts/:id/',
  summary: 'Replace the content of a draft',
  access: 'administrator',
  params: DraftId,
  body: z.extend(DraftContent, ExpectedVersion.shape),
  response: SignalDraft,
});

export const deleteSignalDraft = defineEndpoint({
  method: 'DELETE',
  path: '/admin/signal-drafts/:id/',
  summary: 'Delete a draft',
  access: 'administrator',
  params: DraftId,
  status: 204,
  response: z.undefined(),
});

/** Validates the draft like a publication: fails with field errors, or with 409 and `signal_warnings`. */
export const submitSignalDraft = defineEndpoint({
  method: 'POST',
  path: '/admin/signal-drafts/:id/submit/',
  summary: 'Submit a draft for approval',
  isIdempotent: true,
  access: 'administrator',
  params: DraftId,
  body: ExpectedVersion,
  response: SignalDraft,
});

export const withdrawSignalDraft = defineEndpoint({
  method: 'POST',
  path: '/admin/signal-drafts/:id/withdraw/',
  summary: 'Withdraw an own submission',
  access: 'administrator',
  params: DraftId,
  body: ExpectedVersion,
  response: SignalDraft,
});

export const returnSignalDraft = defineEndpoint({
  method: 'POST',
  path: '/admin/signal-drafts/:id/return/',
  summary: 'Send a submitted draft back with a comment',
  access: 'administrator',
  params: DraftId,
  body: z.extend(ExpectedVersion, { comment: text({ minLength: 3, maxLength: RETURN_COMMENT_MAX_LENGTH }) }),
  response: SignalDraft,
});

/**
 * Publishes the draft as it is now, with the rules of a direct publication, and deletes it. If approval is required, this is the
 * approval: of a submitted draft, by an administrator who neither submitted it nor changed it last.
 */
export const publishSignalDraft = defineEndpoint({
  method: 'POST',
  path: '/admin/signal-drafts/:id/publish/',
  summary: 'Publish a draft, or approve it',
  isIdempotent: true,
  access: 'administrator',
  params: DraftId,
  body: z.extend(ExpectedVersion, {
    /** Required if the signal has warnings now. The reason in the draft is a proposal. */
    override_reason: z.optional(overrideReason),
  }),
  status: 201,
  response: AdminSignal,
});
