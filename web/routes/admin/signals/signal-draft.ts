import { config, safeParse } from 'zod/mini';
import type { EndpointInput } from '#contract/endpoint.ts';
import { type FieldErrors, toFieldErrors } from '#contract/field-errors.ts';
import type { editSignal, publishSignal } from '#contract/signals/admin-endpoints.ts';
import { type Levels, levelErrors } from '#contract/signals/levels.ts';
import { PriceInput } from '#contract/signals/price-input.ts';
import { type AdminSignal, SignalBody } from '#contract/signals/signal-body.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';

// The Content-Security-Policy forbids making code from text, which the schemas would otherwise try.
config({ jitless: true });

/** What stands in the form's fields, as typed. */
export interface SignalDraft {
  symbol: string;
  entry_price: string;
  stop_loss: string;
  targets: string[];
  call_status: AdminSignal['call_status'];
  signal_type: SignalType;
  order_type: AdminSignal['order_type'];
  title: string;
  sector: string;
  leverage: string;
  shariah_type: AdminSignal['shariah_type'];
  risk_type: AdminSignal['risk_type'];
  analyst_name: string;
  analyst_registration: string;
}

export const STATUS_LABELS = { in_progress: 'Active', closed: 'Closed' } as const;

const TARGETS_IN_FORM = 3;

export function createEmptyDraft(type: SignalType): SignalDraft {
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
  };
}

/** A published signal in the form: as many target fields as it has targets. */
export function toDraft(signal: AdminSignal): SignalDraft {
  return {
    ...signal,
    targets: [...signal.target_points],
    title: signal.title ?? '',
    sector: signal.sector ?? '',
    leverage: String(signal.leverage),
    analyst_name: signal.analyst_name ?? '',
    analyst_registration: signal.analyst_registration ?? '',
  };
}

type SignalInput = EndpointInput<typeof publishSignal>['body'];

/** The draft as the API takes it. */
export function toInput(draft: SignalDraft): SignalInput {
  const { targets, leverage, ...rest } = draft;
  return { ...rest, target_points: targets, leverage: leverage.trim() === '' ? 1 : Number(leverage) };
}

type SignalPatchInput = EndpointInput<typeof editSignal>['body'];

/** Only what differs from the published signal, so that what somebody else changes meanwhile is not undone. */
export function toPatch(draft: SignalDraft, published: AdminSignal): SignalPatchInput {
  const before = toInput(toDraft(published));
  const changed = Object.entries(toInput(draft)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof SignalInput]),
  );
  return { ...Object.fromEntries(changed), expected_version: published.version };
}

/** The required fields that are blank, each with its error; `target_points.0` is TP1. */
export function findBlankFields(draft: SignalDraft): FieldErrors {
  const errors: FieldErrors = {};
  const check = (name: string, value: string) => {
    if (value.trim() === '') errors[name] = ['This field may not be blank.'];
  };
  check('symbol', draft.symbol);
  check('entry_price', draft.entry_price);
  check('stop_loss', draft.stop_loss);
  for (const [index, target] of draft.targets.entries()) check(`target_points.${index}`, target);
  return errors;
}

/** What the contract and the rules for levels say against the draft, before it is sent. */
export function validateDraft(draft: SignalDraft, published: AdminSignal | null): FieldErrors {
  const parsed = safeParse(SignalBody, toInput(draft));
  const errors = parsed.success
    ? levelErrors(parsed.data, published ?? undefined)
    : toFieldErrors(parsed.error.issues, toInput(draft));
  return { ...errors, ...validateTargets(draft) };
}

function validateTargets(draft: SignalDraft): FieldErrors {
  const errors: FieldErrors = {};
  for (const [index, target] of draft.targets.entries()) {
    const parsed = safeParse(PriceInput, target);
    if (!parsed.success)
      errors[`target_points.${index}`] = [parsed.error.issues[0]?.message ?? 'Not a price.'];
  }
  return errors;
}

/** The prices typed so far, once there is something to draw: entry, stop and at least one target. */
export function toLevels(draft: SignalDraft): Levels | null {
  const price = (text: string) => safeParse(PriceInput, text).data ?? null;
  const entry = price(draft.entry_price);
  const stop = price(draft.stop_loss);
  const targets = draft.targets.map(price).filter((target) => target !== null);
  if (entry === null || stop === null || targets.length === 0) return null;
  return { order_type: draft.order_type, entry_price: entry, stop_loss: stop, target_points: targets };
}
