import type { Operation } from './operations.ts';
import type { RoleName } from './roles.ts';
import type { Received, SentRequest } from './send.ts';

const MAX_TEXT = 2_000;
/** One failure of each kind is described, with the number of its repetitions. */
const MAX_FAILURES = 20;

interface Failure {
  text: string;
  count: number;
}

/** Counts the requests of each role, and collects the failures. */
export class Report {
  readonly #statuses = new Map<RoleName, Map<string, number>>();
  readonly #succeeded = new Map<RoleName, Set<string>>();
  readonly #durations = new Map<RoleName, number>();
  readonly #failures = new Map<string, Failure>();

  count(role: RoleName, { name }: Operation, status: number, durationMs: number): void {
    const statuses = this.#statuses.get(role) ?? new Map<string, number>();
    const statusClass = `${Math.floor(status / 100)}xx`;
    statuses.set(statusClass, (statuses.get(statusClass) ?? 0) + 1);
    this.#statuses.set(role, statuses);
    this.#durations.set(role, (this.#durations.get(role) ?? 0) + durationMs);
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
    const existing = this.#failures.get(key);
    if (existing) {
      existing.count += 1;
      return;
    }
    const sent = { ...request, payload: request.payload?.toString() };
    const text = [
      `${operation.name} ${problem} (${role}, case ${caseNumber})`,
      `  request:  ${JSON.stringify(sent).slice(0, MAX_TEXT)}`,
      `  response: ${JSON.stringify(response).slice(0, MAX_TEXT)}`,
    ].join('\n');
    this.#failures.set(key, { text, count: 1 });
  }

  get failures(): string[] {
    return [...this.#failures.values()]
      .slice(0, MAX_FAILURES)
      .map(({ text, count }) => (count === 1 ? text : `${text}\n  (${count} times)`));
  }

  /** Returns the endpoints that no role called successfully. */
  listNeverSucceeded(operations: readonly Operation[]): string[] {
    const succeeded = new Set([...this.#succeeded.values()].flatMap((names) => [...names]));
    return operations.map(({ name }) => name).filter((name) => !succeeded.has(name));
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
    return [...lines, `never 2xx: ${never.length === 0 ? 'none' : never.join(', ')}`].join('\n');
  }
}
