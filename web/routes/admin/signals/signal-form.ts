import { useRef } from 'react';
import { config, parse, safeParse } from 'zod/mini';
import { toKarachiDate } from '#contract/dates.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { getMessagesByField } from '#contract/errors.ts';
import { type FieldErrors, toFieldErrors } from '#contract/field-errors.ts';
import { type editSignal, publishSignal } from '#contract/signals/admin-endpoints.ts';
import { completeAnalyst, type ListedAnalyst } from '#contract/signals/disclosure.ts';
import { DraftContent, toSignalInput } from '#contract/signals/draft-content.ts';
import {
  createSignalDraft,
  publishSignalDraft,
  type SignalDraft,
  saveSignalDraft,
  submitSignalDraft,
} from '#contract/signals/draft-endpoints.ts';
import type { Levels } from '#contract/signals/levels.ts';
import type { Price } from '#contract/signals/price.ts';
import { PriceInput } from '#contract/signals/price-input.ts';
import { type AdminSignal, type ListedAdminSignal, SignalBody } from '#contract/signals/signal-body.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { findWrongTarget, validateLevelChange, validateLevels } from '#contract/signals/validate-levels.ts';
import { api } from '#web/api/api.ts';
import { getNow } from '#web/api/server-clock.ts';

// The Content-Security-Policy forbids `eval`, which zod would otherwise use to compile schemas.
config({ jitless: true });

/** The number of targets of a new signal, until the administrator chooses another. */
export const TARGETS_IN_FORM = 3;

export function createEmptyDraft(type: SignalType): DraftContent {
  return {
    symbol: '',
    entry_price: '',
    stop_loss: '',
    targets: Array.from({ length: TARGETS_IN_FORM }, () => ''),
    call_status: 'in_progress',
    signal_type: type,
    order_type: 'buy',
    title: '',
    sector: '',
    leverage: '1',
    shariah_type: 'Unknown',
    risk_type: 'medium',
    analyst_name: '',
    analyst_registration: '',
    rationale: '',
    disclosures: [],
    horizon_days: '',
    override_reason: '',
    replaces_id: null,
    void_reason: '',
  };
}

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
    rationale: signal.rationale ?? '',
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

/** Converts stored form values to those of the form, which has at least one target. */
export const toFormDraft = (content: DraftContent): DraftContent => ({
  // Missing in drafts of earlier releases.
  rationale: '',
  disclosures: [],
  ...content,
  targets: content.targets.length > 0 ? content.targets : createEmptyDraft('intraday').targets,
});

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

/** Returns only the changed fields, so that a concurrent change by another administrator is not overwritten. */
export function toPatch(draft: DraftContent, published: AdminSignal): SignalPatchInput {
  const before = toSignalInput(toDraft(published));
  const changed = Object.entries(toSignalInput(draft)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof SignalInput]),
  );
  return { ...Object.fromEntries(changed), expected_version: published.version };
}

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
export function clearErrors(changes: Partial<DraftContent>, errors: FieldErrors): FieldErrors {
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

/**
 * Returns the calls that store and publish a new signal. A draft is stored before it is submitted or published; if that fails,
 * the next call continues with the stored draft.
 */
export function useNewSignal(saved: SignalDraft | null, isApprovalRequired: boolean) {
  const stored = useRef(saved);

  const storeDraft = async (content: DraftContent): Promise<SignalDraft> => {
    const current = stored.current;
    stored.current = current
      ? await api(saveSignalDraft, {
          params: { id: current.id },
          body: { ...content, expected_version: current.version },
        })
      : await api(createSignalDraft, { body: content });
    return stored.current;
  };

  /** Publishes the signal, or submits it if approval is required. Returns its symbol. */
  const publishNew = async (content: DraftContent): Promise<{ symbol: string }> => {
    if (!stored.current && !isApprovalRequired) return api(publishSignal, { body: toSignalInput(content) });
    const { id, version } = await storeDraft(content);
    const params = { id };
    if (isApprovalRequired) {
      await api(submitSignalDraft, { params, body: { expected_version: version } });
      return content;
    }
    const reason = content.override_reason.trim();
    const body = { expected_version: version, ...(reason && { override_reason: reason }) };
    return api(publishSignalDraft, { params, body });
  };

  return { storeDraft, publishNew };
}
