import { execFileSync } from 'node:child_process';

/** The rule applies to the commits after this one. */
const SINCE = '21aadbf5';
const MAX_SUBJECT_LENGTH = 72;
const CONVENTIONAL =
  /^(?:feat|fix|perf|refactor|style|docs|test|bench|build|ci|chore|revert)(?:\([a-z0-9-]+\))?!?: \S/;

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** Returns the lines `HASH SUBJECT` of the commits to check; none outside a repository or in a shallow clone. */
function listCommits(): string[] {
  try {
    return git('log', '--no-merges', '--format=%h %s', `${SINCE}..HEAD`).split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

for (const commit of listCommits()) {
  const subject = commit.slice(commit.indexOf(' ') + 1);
  if (subject.length <= MAX_SUBJECT_LENGTH && CONVENTIONAL.test(subject)) continue;
  process.stdout.write(
    `${commit}: a subject has the form "fix(billing): …" and at most ${MAX_SUBJECT_LENGTH} characters\n`,
  );
  process.exitCode = 1;
}
