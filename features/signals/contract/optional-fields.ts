import * as z from 'zod/mini';
import { multilineText, noNullCharacters } from '#core/contract/fields.ts';
import { toSingleLine, toVisibleLines } from '#core/contract/text/single-line.ts';
import { DISCLOSURES, type Disclosure } from './publishing/disclosure.ts';

/**
 * The codes in responses. Any text is valid: a server of a later release, which runs next to this one during an upgrade, can have stored another
 * code, which must not fail the response.
 */
export const StoredDisclosures = z.array(z.string() as unknown as z.ZodMiniType<Disclosure, Disclosure>);

/**
 * The optional fields of a signal as they are stored and shown to everyone who may read the signal, in the order of the timeline. They are
 * `null` if nothing is given, and in versions from before their release. `signal-fields.ts` has their names and says how they are shown, so
 * that pages do not load the schema library. These are plain objects of schemas, which the bundler can remove.
 */
export const storedFields = {
  /** Why the analyst makes the call, as plain text with line breaks. */
  rationale: z.nullable(z.string()),
  /** Holdings and conflicts of interest. */
  disclosures: z.nullable(StoredDisclosures),
  /** How long the analyst expects the call to take, in trading days. */
  horizon_days: z.nullable(z.int()),
};
export type OptionalField = keyof typeof storedFields;
export type OptionalValues = { [Field in OptionalField]: z.infer<(typeof storedFields)[Field]> };
export const OPTIONAL_FIELDS = Object.keys(storedFields) as OptionalField[];

/** The optional fields that are plain text. The signal form has a text field for each. */
export type TextField = {
  [Field in OptionalField]: string | null extends OptionalValues[Field] ? Field : never;
}[OptionalField];

/** The limit of lines is so that a text of short lines does not make a card endless. */
export const TEXT_LIMITS = {
  rationale: { maxLength: 2000, maxLines: 40 },
} satisfies Record<TextField, { maxLength: number; maxLines: number }>;
export const TEXT_FIELDS = Object.keys(TEXT_LIMITS) as TextField[];

/** The limits of what is said after the publication. */
export const NOTE_LIMITS = { maxLength: 1000, maxLines: 20 };
export const MAX_NOTES = 50;

/** In the order of the list. An empty list states nothing, as `null`. */
const Disclosures = z.array(z.enum(DISCLOSURES)).check(
  z.maxLength(DISCLOSURES.length),
  z.refine(
    (codes) => !codes.includes('none') || codes.every((code) => code === 'none'),
    'A position or a conflict contradicts “No position”.',
  ),
  z.overwrite((codes) => DISCLOSURES.filter((code) => codes.includes(code))),
);

/** The optional fields in requests that publish or edit a signal. */
export const enteredFields = {
  rationale: z.optional(z.nullable(multilineText(TEXT_LIMITS.rationale))),
  disclosures: z.optional(z.nullable(Disclosures)),
  /** One of the horizons of the type; `null` is the time limit of the type. */
  horizon_days: z.optional(z.nullable(z.int())),
} satisfies Record<OptionalField, z.ZodMiniType>;

/** Text on one line as it was typed, which need not be valid yet. */
export const typed = (maxLength = 200) =>
  z._default(z.string().check(z.maxLength(maxLength), noNullCharacters, z.overwrite(toSingleLine)), '');

/** Text with line breaks as it was typed, which need not be valid yet. */
const typedLines = ({ maxLength }: { maxLength: number }) =>
  z.string().check(z.maxLength(2 * maxLength), noNullCharacters, z.overwrite(toVisibleLines));

/** The optional fields in drafts. Drafts from before their release, and those of clients that do not know them, lack them. */
export const typedFields = {
  rationale: z.optional(typedLines(TEXT_LIMITS.rationale)),
  disclosures: z.optional(z.array(z.enum(DISCLOSURES)).check(z.maxLength(DISCLOSURES.length))),
  /** Blank for that of the type. */
  horizon_days: z.optional(typed()),
} satisfies Record<OptionalField, z.ZodMiniType>;
