import { Badge, type BadgeVariant } from '#core/web/ui/badge.tsx';
import type { CheckResult } from '#features/operations/contract/system.ts';

const STATES: Record<CheckResult['state'], { label: string; variant: BadgeVariant }> = {
  failing: { label: 'Failing', variant: 'danger' },
  unknown: { label: 'Unknown', variant: 'outline' },
  warning: { label: 'Warning', variant: 'warning' },
  off: { label: 'Not set up', variant: 'muted' },
  ok: { label: 'OK', variant: 'active' },
};

export function CheckState({ state }: Pick<CheckResult, 'state'>) {
  // A server of a later release may have other states.
  const { label, variant } = STATES[state] ?? STATES.unknown;
  return <Badge variant={variant}>{label}</Badge>;
}
