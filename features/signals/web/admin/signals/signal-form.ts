import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { config, parse, safeParse } from 'zod/mini';
import { type FieldErrors, toFieldErrors } from '#core/contract/api/field-errors.ts';
import { toKarachiDate } from '#core/contract/dates.ts';
import type { EndpointInput } from '#core/contract/endpoint.ts';
import { getFirstMessage, getMessagesByField } from '#core/contract/errors.ts';
import { DRAFTS_KEY, OUTCOMES_KEY } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { SYMBOL_PATTERN } from '#features/market/contract/companies.ts';
import type { Levels } from '#features/signals/contract/levels/levels.ts';
import type { Price } from '#features/signals/contract/levels/price.ts';
import { PriceInput } from '#features/signals/contract/levels/price-input.ts';
import {
  findWrongTarget,
  validateLevelChange,
  validateLevels,
} from '#features/signals/contract/levels/validate-levels.ts';
import {
  OPTIONAL_FIELDS,
  type OptionalValues,
  TEXT_FIELDS,
  type TextField,
} from '#features/signals/contract/optional-fields.ts';
import type { editSignal, publishSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { Analyst } from '#features/signals/contract/publishing/analyst-endpoints.ts';
import {
  completeAnalyst,
  describeHorizon,
  type ListedAnalyst,
  listDisclosureWarnings,
} from '#features/signals/contract/publishing/disclosure.ts';
import {
  type AdminSignal,
  DraftContent,
  type ListedAdminSignal,
  SignalBody,
  toSignalInput,
} from '#features/signals/contract/publishing/signal-body.ts';
import {
  getSignalChecks,
  OVERRIDE_REASON_MIN_LENGTH,
} from '#features/signals/contract/publishing/signal-checks.ts';
import {
  listSignalWarnings,
  type SignalChecks,
  type SignalWarning,
} from '#features/signals/contract/publishing/signal-warnings.ts';
import { describeValue, FIELD_NAMES } from '#features/signals/contract/signal-fields.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { useAnalysts } from '#features/signals/web/admin/analysts/use-analysts.ts';
import { ADMIN_SIGNALS_KEY } from '#features/signals/web/public/signal-keys.ts';

// The Content-Security-Policy forbids `eval`, which zod would otherwise use to compile schemas.
config({ jitless: true });

/** The number of targets of a new signal, until the administrator chooses another. */
const TARGETS_IN_FORM = 3;

/** Returns the optional texts of a signal as form values; blank ones without a signal. */
const toTypedTexts = (signal: Partial<Record<TextField, string | null>> = {}) =>
  Object.fromEntries(TEXT_FIELDS.map((field) => [field, signal[field] ?? ''])) as Record<TextField, string>;

/** Returns form values with those that drafts of earlier releases and empty ones lack. The form has at least one target. */
export const toFormDraft = (content: DraftContent): DraftContent => ({
  ...toTypedTexts(),
  disclosures: [],
  horizon_days: '',
  ...content,
  targets: content.targets.length > 0 ? content.targets : Array(TARGETS_IN_FORM).fill(''),
});

export const createEmptyDraft = (type: SignalType): DraftContent =>
  toFormDraft(parse(DraftContent, { signal_type: type, leverage: '1' }));

/** Converts a published signal to form values, with one field per target. */
export function toDraft(signal: AdminSignal): DraftContent {
  return {
    ...signal,
    targets: [...signal.target_points],
    title: signal.title ?? '',
    sector: signal.sector ?? '',
    leverage: String(signal.leverage),
    analyst_name: signal.analyst_name ?? '',
    analyst_registration: signal.analyst_registration ?? '',
    ...toTypedTexts(signal),
    disclosures: signal.disclosures ?? [],
    horizon_days: signal.horizon_days === null ? '' : String(signal.horizon_days),
    override_reason: '',
    replaces_id: null,
    void_reason: '',
  };
}

/** Returns the form values of a signal that corrects a published one: as it was published, whatever happened to it since. */
export function toCorrection(signal: ListedAdminSignal): DraftContent {
  const { entry_price, stop_loss, target_points, order_type } = signal.published_levels;
  const levels = { entry_price, stop_loss, targets: [...target_points], order_type };
  // Without the fields that only a published signal has.
  return parse(DraftContent, {
    ...toDraft(signal),
    ...levels,
    call_status: 'in_progress',
    replaces_id: signal.id,
  });
}

/** Returns the form values of a new signal with the analyst who publishes it if it names none, as the form shows it. */
export function withAnalyst(draft: DraftContent, analysts: readonly ListedAnalyst[]): DraftContent {
  const entered = {
    analyst_name: draft.analyst_name.trim() || null,
    analyst_registration: draft.analyst_registration.trim() || null,
  };
  const completed = completeAnalyst(entered, analysts, toKarachiDate(getNow()));
  return {
    ...draft,
    analyst_name: completed.analyst_name ?? '',
    analyst_registration: completed.analyst_registration ?? '',
  };
}

type SignalInput = EndpointInput<typeof publishSignal>['body'];
type SignalPatchInput = EndpointInput<typeof editSignal>['body'];

/** The values of the form. A published signal can get a note. */
export type FormValues = DraftContent & { note?: string };

/** Returns only the changed fields and the note, so that a concurrent change by another administrator is not overwritten. */
export function toPatch(draft: FormValues, published: AdminSignal): SignalPatchInput {
  const before = toSignalInput(toDraft(published));
  const changed = Object.entries(toSignalInput(draft)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof SignalInput]),
  );
  return { ...Object.fromEntries(changed), expected_version: published.version };
}

/** Lists the optional fields as the history and a review show them. The text is empty without a value. */
export const listOptionalFields = (signal: Partial<OptionalValues>) =>
  OPTIONAL_FIELDS.map((field) => {
    if (field !== 'horizon_days')
      return { field, label: FIELD_NAMES[field], text: String(describeValue(signal[field]) ?? '') };
    const { horizon_days: days } = signal;
    return { field, label: 'Horizon', text: typeof days === 'number' ? describeHorizon(days) : '' };
  });

/** Returns an error for each blank required field; `target_points.0` is TP1. */
export function findBlankFields(draft: DraftContent): FieldErrors {
  const errors: FieldErrors = {};
  const check = (name: string, value: string) => {
    if (value.trim() === '') errors[name] = ['This field may not be blank.'];
  };
  if (draft.replaces_id) check('replaces', draft.void_reason);
  check('symbol', draft.symbol);
  check('entry_price', draft.entry_price);
  check('stop_loss', draft.stop_loss);
  for (const [index, target] of draft.targets.entries()) check(`target_points.${index}`, target);
  return errors;
}

/** Validates the draft against the contract and the price level rules. */
export function validateDraft(draft: DraftContent, published: AdminSignal | null): FieldErrors {
  const parsed = safeParse(SignalBody, toSignalInput(draft));
  if (parsed.success)
    return published ? validateLevelChange(parsed.data, published) : validateNew(parsed.data);
  const errors = toFieldErrors(parsed.error.issues, toSignalInput(draft));
  for (const [index, target] of draft.targets.entries()) {
    const parsed = safeParse(PriceInput, target);
    if (parsed.success) continue;
    // At the target instead of the list.
    delete errors.target_points;
    errors[`target_points.${index}`] = [parsed.error.issues[0]?.message ?? 'Not a price.'];
  }
  return errors;
}

/** Validates the levels of a new signal, with the error of a target at the target. */
function validateNew(levels: Levels): FieldErrors {
  const { target_points: _, ...errors } = validateLevels(levels);
  const wrong = findWrongTarget(levels);
  return wrong ? { ...errors, [`target_points.${wrong.index}`]: [wrong.message] } : errors;
}

/** Returns the errors of a rejected signal or draft by field of the form. A draft's targets may have no valid prices yet. */
export function toFormErrors(body: unknown): FieldErrors {
  const { targets, ...errors } = getMessagesByField(body);
  return targets ? { ...errors, target_points: targets } : errors;
}

/** The names of form values in the API, where they differ. */
const API_NAMES: Record<string, string> = { targets: 'target_points', void_reason: 'replaces' };

/** Removes the errors of the changed fields. */
export function clearErrors(changes: Partial<FormValues>, errors: FieldErrors): FieldErrors {
  const changed = Object.keys(changes).map((name) => API_NAMES[name] ?? name);
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => !changed.includes(field.split('.')[0] ?? field)),
  );
}

/** Returns a typed price, or `null` if it is not one. */
export const parsePrice = (text: string): Price | null => safeParse(PriceInput, text).data ?? null;

/** Returns the price levels, or `null` until the entry, the stop and at least one target are valid. */
export function toLevels(draft: DraftContent): Levels | null {
  const entry = parsePrice(draft.entry_price);
  const stop = parsePrice(draft.stop_loss);
  const targets = draft.targets.map(parsePrice).filter((target) => target !== null);
  if (entry === null || stop === null || targets.length === 0) return null;
  return { order_type: draft.order_type, entry_price: entry, stop_loss: stop, target_points: targets };
}

/** The session may end and prices may be imported while the form is open. */
const STALE_MS = 60_000;

interface Warnings {
  /** `undefined` until they are loaded for the symbol, and if they cannot be loaded: saving checks again. */
  checks: SignalChecks | undefined;
  isLoading: boolean;
  error: Error | null;
  warnings: SignalWarning[];
}

/** Returns the warnings about a draft while it is typed, and what it is checked against. */
export function useSignalWarnings(draft: DraftContent, published: AdminSignal | null): Warnings {
  const symbol = draft.symbol.trim();
  const search = useDeferredValue(symbol);
  const { data, isLoading, error } = useQuery({
    queryKey: ['signal-checks', search],
    queryFn: () => api(getSignalChecks, { query: { symbol: search } }),
    enabled: SYMBOL_PATTERN.test(search),
    staleTime: STALE_MS,
    refetchInterval: STALE_MS,
    retry: false,
  });
  const { data: list } = useAnalysts();
  if (data?.symbol !== symbol) return { checks: undefined, isLoading, error, warnings: [] };
  const isWarned = published === null && list && !list.is_disclosure_required;
  const disclosure = isWarned ? listMissing(draft, list.results) : [];
  const typed = {
    symbol,
    signal_type: draft.signal_type,
    call_status: draft.call_status,
    order_type: draft.order_type,
    entry_price: parsePrice(draft.entry_price),
    stop_loss: parsePrice(draft.stop_loss),
    target_points: draft.targets.map(parsePrice),
  };
  return {
    checks: data,
    isLoading,
    error,
    warnings: [...listSignalWarnings(typed, published, data), ...disclosure],
  };
}

/** Lists what the draft of a new signal does not disclose. If disclosures are required, it is an error of saving instead. */
function listMissing(draft: DraftContent, analysts: readonly Analyst[]): SignalWarning[] {
  const { rationale, disclosures } = draft;
  // A draft of a client that does not know the fields.
  if (rationale === undefined && disclosures === undefined) return [];
  const today = toKarachiDate(getNow());
  const named = withAnalyst(draft, analysts);
  const signal = {
    analyst_name: named.analyst_name.trim() || null,
    analyst_registration: named.analyst_registration.trim() || null,
    rationale: rationale?.trim() || null,
    disclosures: disclosures?.length ? disclosures : null,
  };
  return listDisclosureWarnings(signal, { analysts, today });
}

/** Returns the warnings with which the server rejected a signal; `null` if it was rejected for another reason. */
export function getRejectedWarnings(error: unknown): SignalWarning[] | null {
  if (!(error instanceof ApiError) || getFirstMessage(error.body, 'code') !== 'signal_warnings') return null;
  return (error.body as { warnings: SignalWarning[] }).warnings;
}

/** Returns an error if the reason to save a signal in spite of warnings is too short. */
export const validateReason = (reason: string): FieldErrors | null =>
  reason.trim().length < OVERRIDE_REASON_MIN_LENGTH ? NO_REASON : null;

export const NO_REASON: FieldErrors = {
  override_reason: [`Enter a reason of at least ${OVERRIDE_REASON_MIN_LENGTH} characters.`],
};

/**
 * Runs a change of a signal or a draft, then refetches all lists and counts. `onChanged` also runs if the component is gone by
 * then, unlike the callbacks of `mutate`.
 */
export function useSignalChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  onChanged?: (output: Output, input: Input) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (output, input) => {
      // A publication may have voided a signal, which changes its outcome.
      const keys = [ADMIN_SIGNALS_KEY, OUTCOMES_KEY];
      await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
      onChanged?.(output, input);
    },
    // Also after a failure: a draft may have been saved before its publication failed, or changed by another administrator.
    onSettled: () => queries.invalidateQueries({ queryKey: DRAFTS_KEY }),
  });
}
