import { type Disclosure, describeDisclosures } from '#contract/signals/disclosure.ts';
import type { AdminSignal } from '#contract/signals/signal-body.ts';

/** One change of a signal after its publication. */
export type TimelineChange =
  | { kind: 'closed' | 'reopened' | 'deleted'; changedAt: Date }
  | { kind: 'changed'; changedAt: Date; field: string; from: string | null; to: string | null };

interface Version {
  action: 'added' | 'updated' | 'deleted';
  changedAt: Date;
  signal: AdminSignal;
}

/** The fields that traders see, in the order in which the timeline shows their changes. */
const FIELDS = [
  'symbol',
  'signal_type',
  'order_type',
  'entry_price',
  'stop_loss',
  'title',
  'sector',
  'leverage',
  'risk_type',
  'shariah_type',
  'analyst_name',
  'analyst_registration',
  'rationale',
  'disclosures',
  'horizon_days',
] as const satisfies (keyof AdminSignal)[];

/** Returns the differences between consecutive versions, which are complete and in the order of their numbers. */
export function listChanges(versions: readonly Version[]): TimelineChange[] {
  return versions.flatMap((version, index): TimelineChange[] => {
    const { action, changedAt, signal } = version;
    const previous = versions[index - 1]?.signal;
    // A signal can be published closed.
    if (!previous) return signal.call_status === 'closed' ? [{ kind: 'closed', changedAt }] : [];
    if (action === 'deleted') return [{ kind: 'deleted', changedAt }];
    return [
      ...listFieldChanges(previous, signal).map((change) => ({
        kind: 'changed' as const,
        changedAt,
        ...change,
      })),
      ...(previous.call_status === signal.call_status
        ? []
        : [
            {
              kind: signal.call_status === 'closed' ? ('closed' as const) : ('reopened' as const),
              changedAt,
            },
          ]),
    ];
  });
}

function listFieldChanges(before: AdminSignal, after: AdminSignal) {
  const targetCount = Math.max(before.target_points.length, after.target_points.length);
  const targets = Array.from({ length: targetCount }, (_, index) => ({
    field: `target_points.${index}`,
    from: before.target_points[index] ?? null,
    to: after.target_points[index] ?? null,
  }));
  const fields = FIELDS.map((field) => ({ field, from: toText(before[field]), to: toText(after[field]) }));
  return [...fields, ...targets].filter(({ from, to }) => from !== to);
}

/** Versions from before a field was added lack it. */
function toText(value: string | number | readonly Disclosure[] | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? describeDisclosures(value) : String(value);
}
