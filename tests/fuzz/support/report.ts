import type { Operation } from './operations.ts';
import { isMeantFor } from './request-arbitrary.ts';
import type { RoleName } from './roles.ts';
import type { Received, SentRequest } from './send.ts';

const MAX_TEXT = 2_000;

/** Counts the requests of each role, and prints the first failure of each kind. */
export class Report {
  readonly #statuses = new Map<RoleName, Map<string, number>>();
  readonly #succeeded = new Map<RoleName, Set<string>>();
  /** The number of responses to the roles that the endpoint is for, by endpoint and status. */
  readonly #expected = new Map<string, Map<number, number>>();
  readonly #durations = new Map<RoleName, number>();
  /** The number of failures of each kind. */
  readonly #failures = new Map<string, number>();

  count(role: RoleName, operation: Operation, status: number, durationMs: number): void {
    const { name } = operation;
    const statuses = this.#statuses.get(role) ?? new Map<string, number>();
    const statusClass = `${Math.floor(status / 100)}xx`;
    statuses.set(statusClass, (statuses.get(statusClass) ?? 0) + 1);
    this.#statuses.set(role, statuses);
    this.#durations.set(role, (this.#durations.get(role) ?? 0) + durationMs);
    if (isMeantFor(role, operation)) {
      const expected = this.#expected.get(name) ?? new Map<number, number>();
      this.#expected.set(name, expected.set(status, (expected.get(status) ?? 0) + 1));
    }
    if (status >= 200 && status < 300) {
      this.#succeeded.set(role, (this.#succeeded.get(role) ?? new Set()).add(name));
    }
  }

  fail(
    role: RoleName,
    operation: Operation,
    problem: string,
    {
      request,
      response,
      caseNumber,
    }: { request: SentRequest; response: Received | null; caseNumber: number },
  ): void {
    const key = `${operation.name} ${problem}`;
    const count = (this.#failures.get(key) ?? 0) + 1;
    this.#failures.set(key, count);
    if (count > 1) return;
    const sent = { ...request, payload: request.payload?.toString() };
    const lines = [
      `${key} (${role}, case ${caseNumber})`,
      `  request:  ${JSON.stringify(sent).slice(0, MAX_TEXT)}`,
      `  response: ${JSON.stringify(response).slice(0, MAX_TEXT)}`,
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }

  get failures(): string[] {
    return [...this.#failures].map(([key, count]) => (count === 1 ? key : `${key} (${count} times)`));
  }

  /** Returns the endpoints that no role called successfully, with the number of each status. */
  listNeverSucceeded(operations: readonly Operation[]): string[] {
    const succeeded = new Set([...this.#succeeded.values()].flatMap((names) => [...names]));
    return operations
      .filter(({ name }) => !succeeded.has(name))
      .map(({ name }) => {
        const statuses = [...(this.#expected.get(name) ?? [])].sort(([a], [b]) => a - b);
        return `${name} (${statuses.map(([status, count]) => `${count} x ${status}`).join(', ')})`;
      });
  }

  describe(operations: readonly Operation[]): string {
    const lines = [...this.#statuses].map(([role, statuses]) => {
      const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
      const classes = [...statuses].sort().map(([name, count]) => `${name}: ${count}`);
      const seconds = ((this.#durations.get(role) ?? 0) / 1_000).toFixed(1);
      const succeeded = this.#succeeded.get(role)?.size ?? 0;
      return `${role}: ${total} cases (${classes.join(', ')}), ${succeeded} endpoints with 2xx, ${seconds} s`;
    });
    const never = this.listNeverSucceeded(operations);
    return [...lines, `never 2xx: ${never.length === 0 ? 'none' : `\n  ${never.join('\n  ')}`}`].join('\n');
  }
}
