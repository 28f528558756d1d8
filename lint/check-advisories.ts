import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** What `npm audit --json` prints, as far as it is used. */
interface AuditReport {
  vulnerabilities?: Record<string, { via: (string | Advisory)[] }>;
  error?: { code: string; summary: string };
  message?: string;
}

interface Advisory {
  name: string;
  title: string;
  url: string;
  severity: string;
}

/** An advisory that does not fail the check until a date, for example because the product does not reach the code. */
interface Exception {
  /** `GHSA-…` */
  advisory: string;
  reason: string;
  /** `YYYY-MM-DD` */
  until: string;
}

const FAILING = ['high', 'critical'];
const [file = 'lint/advisory-exceptions.json'] = process.argv.slice(2);
const print = (line: string) => process.stderr.write(`${line}\n`);

const exceptions: Exception[] = JSON.parse(await readFile(file, 'utf8'));
process.exitCode = printResult(await runAudit());

/** Asks the package registry for the advisories of the production dependencies in `package-lock.json`. */
function runAudit(): Promise<AuditReport> {
  const args = ['audit', '--omit=dev', '--package-lock-only', '--json'];
  return new Promise((resolve) => {
    // npm exits with 1 if there are advisories.
    execFile('npm', args, { maxBuffer: 32 * 1024 * 1024 }, (error, stdout) => {
      try {
        resolve(JSON.parse(stdout));
      } catch {
        resolve({ message: error?.message ?? 'npm printed no report' });
      }
    });
  });
}

/** Prints the advisories that need work, and returns the exit code. A registry without advisories is not an error. */
function printResult({ vulnerabilities, error, message }: AuditReport): 0 | 1 {
  if (vulnerabilities === undefined) {
    print(`Advisories were not checked: ${error?.summary || message || 'the registry has none'}`);
    return 0;
  }
  const found = Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((cause) => typeof cause !== 'string')
    .filter(({ severity }) => FAILING.includes(severity));
  const failing = [...new Map(found.map((advisory) => [advisory.url, advisory])).values()].filter(
    ({ url }) => !isExcepted(url),
  );
  for (const { severity, name, title, url } of failing) print(`${severity}: ${name}: ${title} (${url})`);
  return failing.length === 0 ? 0 : 1;
}

function isExcepted(url: string): boolean {
  const today = new Date().toISOString().slice(0, 10);
  const exception = exceptions.find(({ advisory }) => url.endsWith(`/${advisory}`));
  if (exception === undefined) return false;
  print(`Excepted until ${exception.until}: ${url}: ${exception.reason}`);
  return today <= exception.until;
}
