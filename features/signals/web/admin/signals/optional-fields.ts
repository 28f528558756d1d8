import {
  OPTIONAL_FIELDS,
  type OptionalField,
  type OptionalValues,
  TEXT_FIELDS,
  type TextField,
} from '#features/signals/contract/optional-fields.ts';
import { describeHorizon } from '#features/signals/contract/publishing/disclosure.ts';
import { describeValue, FIELD_NAMES } from '#features/signals/contract/signal-fields.ts';

/** The hints of the text fields in the signal form. */
export const TEXT_HINTS: Record<TextField, string> = {
  rationale: 'Why the call is made, and what would make it wrong. Plain text.',
};

/** Returns the optional texts of a signal as form values; blank ones without a signal. */
export const toTypedTexts = (signal: Partial<Record<TextField, string | null>> = {}) =>
  Object.fromEntries(TEXT_FIELDS.map((field) => [field, signal[field] ?? ''])) as Record<TextField, string>;

/** Lists the optional fields as the history and a review show them. The text is empty without a value. */
export const listOptionalFields = (signal: Partial<OptionalValues>) =>
  OPTIONAL_FIELDS.map((field) => ({ field, label: getLabel(field), text: describe(field, signal) }));

const getLabel = (field: OptionalField) => (field === 'horizon_days' ? 'Horizon' : FIELD_NAMES[field]);

function describe(field: OptionalField, signal: Partial<OptionalValues>): string {
  const { horizon_days: days = null } = signal;
  if (field === 'horizon_days') return days === null ? '' : describeHorizon(days);
  return String(describeValue(signal[field]) ?? '');
}
