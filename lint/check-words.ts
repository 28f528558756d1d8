import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Words that this project does not use, each with the term to use instead. Case is ignored. */
const REPLACED: [pattern: string, instead: string][] = [
  ['anew', 'again'],
  ['anybody|somebody|nobody|everybody|whoever', 'user, customer, visitor, caller, administrator or operator'],
  ['(?:by|of) (?:itself|themselves)', 'automatically'],
  ['stand-?ins?', 'simulator'],
  ['reckon(?:s|ed|ing)?', 'calculate'],
  ['(?:un)?believed', 'verified, invalid signature'],
  ['vouch(?:es|ed)?', 'verify'],
  ['mend(?:s|ed|ing)?|makes? good|made good', 'fix, recover, reconcile'],
  ['tak(?:e|es|ing|en) back|took back', 'revert'],
  ['untold|told', 'notify, report, show'],
  ['surprises?', 'unexpected error'],
  ['late parts?|comes? late', 'lazy-loaded'],
  ['outlets?', 'publisher, source'],
  ['hindrances?|why[- ]not', 'blocker'],
  ['keep(?:s|ing)? house|house-?keeping', 'cleanup job'],
  ['open box', 'popover'],
  ['refus(?:e|es|ed|ing|als?)', 'reject, rejection'],
  ['beside', 'next to, in addition to'],
  ['hold customer|hold session', 'lockCustomer, lockSession'],
  ['goes on|going on', 'is active, continues'],
  [
    'normali[s]e(?:s|d)?|saniti[s]e(?:s|d|r)?|recogni[s]e(?:s|d)?|initiali[s]e(?:s|d)?',
    'the spelling with z',
  ],
  ['catalogues?', 'catalog'],
  ['behaviours?', 'behavior'],
  ['e-mails?', 'email'],
];

/** Texts of other authors, generated files, names of earlier columns, and the lists of words themselves. */
const IGNORED = [
  /^(?:LICENSE|package-lock\.json|public\/|db\/migrations\/|lint\/)/,
  /(?:^|\/)fixtures\//,
  /^tests\/support\/news\/headlines\.ts$/,
  /\.migration\.test\.ts$/,
  /\.(?:png|svg|ico|woff2)$/,
];

const words = REPLACED.map(([pattern, instead]) => ({
  pattern: new RegExp(`(?<![A-Za-z])(?:${pattern})(?![a-z])`, 'gi'),
  instead,
}));

/** Names that a library gives. */
const FIXED_NAMES = /\bOutlet\b/g;

/** Splits `camelCase` and `snake_case` names, so that the words in them are found too. */
const splitNames = (line: string) => line.replace(FIXED_NAMES, '').replace(/(?<=[a-z])(?=[A-Z])|_/g, ' ');

/** Prints every replaced word in the files of the repository as `file:line`. Returns the number of words found. */
function checkWords(): number {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
  });
  let count = 0;
  for (const file of files.split('\0')) {
    if (file === '' || !existsSync(file) || IGNORED.some((ignored) => ignored.test(file))) continue;
    const lines = [file, ...readFileSync(file, 'utf8').split('\n')];
    for (const [number, line] of lines.entries()) {
      for (const { pattern, instead } of words) {
        for (const [word] of splitNames(line).matchAll(pattern)) {
          count += 1;
          process.stdout.write(`${file}:${number}: "${word}": use ${instead}\n`);
        }
      }
    }
  }
  return count;
}

if (checkWords() > 0) process.exitCode = 1;
