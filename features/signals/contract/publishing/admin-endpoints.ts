import * as z from 'zod/mini';
import { paginated } from '#core/contract/api/paginated.ts';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { text, timestamp } from '#core/contract/fields.ts';
import { CallStatus, SignalType } from '#features/signals/contract/signal.ts';
import { AdminSignal, ListedAdminSignal, SignalBody, SignalPatch } from './signal-body.ts';
import { SignalWarning } from './signal-checks.ts';

const SignalId = z.object({ id: z.uuid() });

export const AdminSignalList = z.extend(paginated(ListedAdminSignal), {
  /** The number of signals in progress, by type, without expired ones. */
  active_counts: z.object({ intraday: z.int(), swing: z.int(), investment: z.int() }),
  /** The end of the next session, at which states change without an event. */
  states_change_at: timestamp,
  /** The versions of the types: the page contains every change up to them. */
  last_event_id: z.string(),
  /** New signals are submitted as drafts, which another administrator approves. */
  is_approval_required: z.boolean(),
});
export type AdminSignalList = z.infer<typeof AdminSignalList>;

export const ADMIN_SIGNALS_PAGE_SIZE = 50;

export const listAdminSignals = defineEndpoint({
  method: 'GET',
  path: '/admin/signals/',
  summary: 'List all signals, newest first',
  access: 'administrator',
  query: z.object({
    signal_type: z.optional(SignalType),
    call_status: z.optional(CallStatus),
    search: z.optional(text({ minLength: 0, maxLength: 60 })),
    page: z.optional(z.string()),
  }),
  response: AdminSignalList,
});

/** Fails with 409 and `approval_required` if another administrator must approve signals. With `replaces` it also voids a signal. */
export const publishSignal = defineEndpoint({
  method: 'POST',
  path: '/admin/signals/',
  summary: 'Publish a signal',
  isIdempotent: true,
  access: 'administrator',
  body: SignalBody,
  status: 201,
  response: AdminSignal,
});

export const readAdminSignal = defineEndpoint({
  method: 'GET',
  path: '/admin/signals/:id/',
  summary: 'Get a signal',
  access: 'administrator',
  params: SignalId,
  response: AdminSignal,
});

export const editSignal = defineEndpoint({
  method: 'PATCH',
  path: '/admin/signals/:id/',
  summary: 'Change a signal',
  access: 'administrator',
  params: SignalId,
  body: SignalPatch,
  response: AdminSignal,
});

/** Hides the signal everywhere; its versions stay stored. */
export const deleteSignal = defineEndpoint({
  method: 'DELETE',
  path: '/admin/signals/:id/',
  summary: 'Delete a signal; its versions stay stored',
  access: 'administrator',
  params: SignalId,
  status: 204,
  response: z.undefined(),
});

export const SignalVersion = z.object({
  version: z.int(),
  action: z.enum(['added', 'updated', 'deleted']),
  changed_at: timestamp,
  changed_by: z.string(),
  /** The administrator who approved the publication; `null` if approval was not required. */
  approved_by: z.nullable(z.string()),
  signal: AdminSignal,
  /** The warnings that the administrator overrode, and why; `null` if there were none. */
  override: z.nullable(z.object({ reason: z.string(), warnings: z.array(SignalWarning) })),
});
export type SignalVersion = z.infer<typeof SignalVersion>;

/** Lists the published version and every change, newest first, also for deleted signals. */
export const listSignalVersions = defineEndpoint({
  method: 'GET',
  path: '/admin/signals/:id/versions/',
  summary: 'List the versions of a signal',
  access: 'administrator',
  params: SignalId,
  response: z.object({ results: z.array(SignalVersion) }),
});
