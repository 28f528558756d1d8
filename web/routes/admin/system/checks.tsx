import { Link } from 'react-router';
import type { CheckResult } from '#contract/admin/system.ts';
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';

const STATES: Record<CheckResult['state'], { label: string; variant: BadgeVariant }> = {
  failing: { label: 'Failing', variant: 'danger' },
  unknown: { label: 'Unknown', variant: 'outline' },
  warning: { label: 'Warning', variant: 'warning' },
  ok: { label: 'OK', variant: 'active' },
};

/** Shows what does not work and what to do, and on request what works. */
export function Checks({ checks }: { checks: readonly CheckResult[] }) {
  const problems = checks.filter(({ state }) => state !== 'ok');
  const passed = checks.filter(({ state }) => state === 'ok');
  return (
    <section>
      <h2 className="mb-2 text-lg">Checks</h2>
      {problems.length === 0 ? (
        <p className="text-sm">Everything that is checked works.</p>
      ) : (
        <CheckTable label="Problems" rows={problems} others={{ 'What to do': WhatToDo }} />
      )}
      {passed.length > 0 && (
        <details className="mt-4">
          <summary className="cursor-pointer text-sm font-medium">
            <span>Checks that are OK: </span>
            <span translate="no" className="figures">
              {passed.length}
            </span>
          </summary>
          <div className="mt-2">
            <CheckTable label="Checks that are OK" rows={passed} />
          </div>
        </details>
      )}
    </section>
  );
}

interface CheckTableProps {
  label: string;
  rows: readonly CheckResult[];
  others?: Record<string, typeof WhatToDo>;
}

const CheckTable = ({ label, rows, others = {} }: CheckTableProps) => (
  <DataTable
    label={label}
    rows={rows}
    getKey={({ id, server }) => `${id} ${server}`}
    columns={{
      Check: CheckName,
      Finding: ({ cause }) => <p>{cause}</p>,
      Since: ({ since }) => <PakistanTime at={since} />,
      ...others,
    }}
  />
);

function CheckName({ title, state, server, path }: CheckResult) {
  // A server of a later release may have other states.
  const { label, variant } = STATES[state] ?? STATES.unknown;
  return (
    <div className="grid justify-items-start gap-1">
      <Badge variant={variant}>{label}</Badge>
      {path === null ? (
        <span className="font-semibold">{title}</span>
      ) : (
        <Link to={path} className="link font-semibold">
          {title}
        </Link>
      )}
      {server !== null && (
        <span translate="no" className="text-xs text-muted">
          {server}
        </span>
      )}
    </div>
  );
}

const WhatToDo = ({ action, runbook }: CheckResult) => (
  <div className="grid gap-1">
    {action !== null && <p>{action}</p>}
    <code translate="no" className="text-xs text-muted">
      {runbook}
    </code>
  </div>
);
