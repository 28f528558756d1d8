import { formatShortDate, type LocalDate } from '#core/contract/dates.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import type { SignalWarning } from './signal-warnings.ts';

/**
 * What an analyst can disclose of a security, with the sentences that users see. The codes are stored and published in the record: add
 * others, but never change what one means.
 */
export const DISCLOSURE_TEXTS = {
  none: 'No position in this security and no conflict of interest.',
  analyst_position: 'The analyst holds a position in this security.',
  related_position: 'A family member or an associate of the analyst holds a position in this security.',
  firm_position: 'The firm holds a position in this security.',
  firm_relation: 'The firm has had a business relation with the issuer in the last 12 months.',
  issuer_role: 'The analyst or a family member is a director or an officer of the issuer.',
} as const;
export type Disclosure = keyof typeof DISCLOSURE_TEXTS;
export const DISCLOSURES = Object.keys(DISCLOSURE_TEXTS) as [Disclosure, ...Disclosure[]];

/** Returns the sentences of a disclosure as one text; `null` if the signal has none. */
export const describeDisclosures = (disclosures: readonly Disclosure[] | null): string | null =>
  disclosures === null ? null : disclosures.map(getDisclosureText).join(' ');

/** A server of a later release, which runs next to this one during an upgrade, can store a code that this one does not know. */
const getDisclosureText = (code: Disclosure): string =>
  DISCLOSURE_TEXTS[code] ?? `Another disclosure (${code}).`;

/**
 * The horizons of each type, in trading days: how long the analyst expects a call to take. The last one, which is the default, is the
 * time limit of the type, at which the evaluation closes what is open.
 */
export const HORIZONS: Record<SignalType, readonly [number, ...number[]]> = {
  intraday: [1],
  swing: [5, 10, 20, 40, 60],
  investment: [20, 60, 120, 250],
};

export const describeHorizon = (days: number): string =>
  days === 1 ? '1 trading day' : `${days} trading days`;

export const getDefaultHorizon = (type: SignalType): number => HORIZONS[type].at(-1) as number;

/** An analyst whom signals can name. Both dates are included; `null` is an open end. */
export interface ListedAnalyst {
  name: string;
  registration: string | null;
  valid_from: LocalDate | null;
  valid_until: LocalDate | null;
  is_active: boolean;
}

interface NamedAnalyst {
  analyst_name: string | null;
  analyst_registration: string | null;
}

/** States why an analyst may not publish on a date; `null` if the registration is valid. */
function describeInvalidity(analyst: ListedAnalyst, today: LocalDate): string | null {
  const { name, registration, valid_from, valid_until } = analyst;
  if (registration === null) return `${name} has no registration number in the list of analysts.`;
  if (valid_from !== null && today < valid_from)
    return `The registration of ${name} is valid from ${formatShortDate(valid_from)} on.`;
  if (valid_until !== null && today > valid_until)
    return `The registration of ${name} expired on ${formatShortDate(valid_until)}.`;
  return null;
}

/**
 * Completes the analyst of a new signal from the list, whose order is that of the additions. A signal that names none is of the first
 * analyst who may publish, else of the first active one, about whom publishing warns. A name without a number gets that of the
 * only active analyst with this name.
 */
export function completeAnalyst(
  { analyst_name: name, analyst_registration: registration }: NamedAnalyst,
  analysts: readonly ListedAnalyst[],
  today: LocalDate,
): NamedAnalyst {
  const active = analysts.filter(({ is_active }) => is_active);
  if (name === null) {
    const first = active.find((analyst) => describeInvalidity(analyst, today) === null) ?? active[0];
    return { analyst_name: first?.name ?? null, analyst_registration: first?.registration ?? null };
  }
  const [match, ...others] = active.filter((analyst) => analyst.name === name);
  const isCompleted = registration === null && match && others.length === 0;
  return { analyst_name: name, analyst_registration: isCompleted ? match.registration : registration };
}

/** What a signal discloses. Versions from before disclosures lack all but the analyst. */
export interface DisclosedSignal extends NamedAnalyst {
  rationale: string | null;
  disclosures: readonly Disclosure[] | null;
}

/**
 * Lists what a signal lacks to be published lawfully: a rationale, a statement of holdings and conflicts, and an analyst of the list
 * with a registration that is valid today.
 */
export function listDisclosureWarnings(
  signal: DisclosedSignal,
  { analysts, today }: { analysts: readonly ListedAnalyst[]; today: LocalDate },
): SignalWarning[] {
  const warnings: SignalWarning[] = [];
  const warn = (code: SignalWarning['code'], field: string, message: string) => {
    warnings.push({ code, field, message });
  };
  if (signal.rationale === null) warn('rationale_missing', 'rationale', 'The signal has no rationale.');
  if (signal.disclosures === null)
    warn(
      'disclosure_missing',
      'disclosures',
      'The signal does not state holdings and conflicts of interest.',
    );
  const { analyst_name: name, analyst_registration: registration } = signal;
  const analyst = analysts.find((listed) => listed.name === name && listed.registration === registration);
  if (name === null) warn('analyst_missing', 'analyst_name', 'The signal names no analyst.');
  else if (!analyst?.is_active) {
    const who = registration === null ? name : `${name} (${registration})`;
    const message = `${who} is ${analyst ? 'not active' : 'not'} in the list of analysts.`;
    warn('analyst_unlisted', 'analyst_name', message);
  } else {
    const message = describeInvalidity(analyst, today);
    if (message) warn('registration_invalid', 'analyst_name', message);
  }
  return warnings;
}
