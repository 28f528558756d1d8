import { Counter, Gauge, type Registry } from 'prom-client';
import type { CheckState } from '#core/server/platform/checks/checks.tables.ts';
import type { CheckResult, Checks, Figure } from '#core/server/platform/checks/checks.ts';
import type { Database } from '#core/server/platform/database.ts';

const VALUES: Record<CheckState, number> = { unknown: -1, off: 0, ok: 0, warning: 1, failing: 2 };

const FIGURES: Record<Figure, string> = {
  waiting: 'What waits or is broken, by check',
  oldest_seconds: 'Age of the oldest of what waits, or of the last backup, by check',
  offset_seconds: 'Seconds by which the clock of this server is ahead of that of the database, by check',
};

/** Registers the results of the checks and their figures, and counts what the database could not execute for this server. */
export function registerCheckMetrics(
  registry: Registry,
  checks: Pick<Checks, 'read'>,
  { failures }: Pick<Database, 'failures'>,
): void {
  const registers = [registry];
  const define = (name: string, help: string, getValue: (result: CheckResult) => number | undefined) =>
    new Gauge({
      name: `tezi_check_${name}`,
      help,
      labelNames: ['id'],
      registers,
      async collect() {
        this.reset();
        for (const result of await checks.read()) {
          const value = getValue(result);
          if (value !== undefined) this.set({ id: result.id }, value);
        }
      },
    });
  define(
    'state',
    'State of each check: 0 ok, 1 warning, 2 failing, -1 unknown',
    ({ state }) => VALUES[state],
  );
  for (const [figure, help] of Object.entries(FIGURES))
    define(figure, help, ({ figures }) => figures?.[figure as Figure]);
  new Counter({
    name: 'tezi_database_failures_total',
    help: 'Statements of this server that the database could not execute',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(failures.totals)) this.inc({ reason }, count);
    },
  });
}
