import { formatTimestamp } from '#core/contract/dates.ts';
import type { OptionalField, OptionalValues, TextField } from './optional-fields.ts';
import { type Disclosure, describeDisclosures, describeHorizon } from './publishing/disclosure.ts';
import type { AdminSignal } from './publishing/signal-body.ts';
import type { Note } from './signal.ts';

type ShownField = Exclude<
  keyof AdminSignal,
  'id' | 'version' | 'target_points' | 'call_status' | 'created_at' | 'changed_at' | 'closed_at' | 'notes'
>;

/** The names of the fields of which traders see every change, in the order in which the timeline shows them. Targets have numbers. */
export const FIELD_NAMES = {
  symbol: 'Symbol',
  signal_type: 'Type',
  order_type: 'Order',
  entry_price: 'Entry price',
  stop_loss: 'Stop loss',
  title: 'Title',
  sector: 'Sector',
  leverage: 'Leverage',
  risk_type: 'Risk',
  shariah_type: 'Shariah',
  analyst_name: 'Analyst',
  analyst_registration: 'Registration of the analyst',
  rationale: 'Rationale',
  disclosures: 'Disclosures',
  horizon_days: 'Horizon in trading days',
} as const satisfies Record<ShownField, string>;
export const SHOWN_FIELDS = /* @__PURE__ */ Object.keys(FIELD_NAMES) as ShownField[];

/** The fields whose values the timeline shows below the change, from their own line on. */
export const LONG_FIELDS: Record<TextField | 'disclosures', true> = { rationale: true, disclosures: true };

interface Description<Value> {
  /** Explains the column of CSV files. */
  meaning: string;
  /**
   * Writes the line in what every channel shows of a signal: cards, its page, its picture and feeds. `/verify` skips it in a message, so it
   * begins with words of our own: a price alone must be compared. `null` if each channel has a place for the field.
   */
  toLine: ((value: NonNullable<Value>) => string | null) | null;
}

/** The descriptions that servers show of the optional fields. The order is that of the columns in CSV files and of the lines. */
const DESCRIPTIONS: { [Field in OptionalField]: Description<OptionalValues[Field]> } = {
  horizon_days: {
    meaning: 'expected duration in trading days',
    toLine: (days) => `Horizon ${describeHorizon(days)}`,
  },
  disclosures: {
    meaning: 'statement of holdings and conflicts of interest',
    toLine: describeDisclosures,
  },
  rationale: { meaning: 'reasons for the call', toLine: null },
};

/** The columns of the optional fields in CSV files. */
export const OPTIONAL_COLUMNS = /* @__PURE__ */ Object.entries(DESCRIPTIONS).map(([field, { meaning }]) => ({
  field: field as OptionalField,
  meaning,
}));

/** Returns the value of a field as timelines and files show it; `null` without one. Versions from before a field was added lack it. */
export const describeValue = (
  value: string | number | readonly Disclosure[] | null | undefined,
): string | number | null => (typeof value === 'object' ? describeDisclosures(value) : (value ?? null));

/** Returns a note as messages contain it. */
export const describeNote = ({ text, at }: Note): string => `Note, ${formatTimestamp(at)}: ${text}`;

type Attributed = Pick<AdminSignal, 'analyst_name' | 'analyst_registration'> & Partial<OptionalValues>;

/** Returns who publishes a signal, for how long and with which interests, and the other optional fields: a line for each. */
export function listAttributions(signal: Attributed): string[] {
  const { analyst_name: name, analyst_registration: registration } = signal;
  const analyst = name && `Analyst ${name}${registration ? `, registration ${registration}` : ''}`;
  const lines = OPTIONAL_COLUMNS.map(({ field }) => toLine(field, signal[field]));
  return [analyst, ...lines].flatMap((line) => line || []);
}

function toLine<Field extends OptionalField>(field: Field, value: OptionalValues[Field] | undefined) {
  const { toLine } = DESCRIPTIONS[field];
  return value === null || value === undefined || toLine === null ? null : toLine(value);
}
