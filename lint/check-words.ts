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
  ['untold|told|tells', 'notify, report, show'],
  ['surprises?', 'unexpected error'],
  ['late ?parts?|latePart|comes late', 'lazy-loaded'],
  ['outlets?', 'publisher, source'],
  ['hindrances?|why-?not\\w*', 'blocker'],
  ['keep(?:s|ing)? house|keepHouse|house-?keeping', 'cleanup job'],
  ['open box|openBox', 'popover'],
  ['refus(?:e|es|ed|ing|als?)', 'reject, rejection'],
  ['beside', 'next to, in addition to'],
  ['stretch(?:es)?', 'range'],
  ['holdCustomer|holdSession', 'lockCustomer, lockSession'],
  ['goesOn|goes on|going on|listGoingOn', 'is active, continues'],
  ['keepUntilChanged|withoutValues|takeMarksOut|mayBeKept|KeptPage', 'the names in docs/glossary.md'],
  [
    'normali[s]e(?:s|d)?|saniti[s]e(?:s|d|r)?|recogni[s]e(?:s|d)?|initiali[s]e(?:s|d)?',
    'the spelling with z',
  ],
  ['catalogues?', 'catalog'],
  ['behaviours?', 'behavior'],
  ['e-mails?', 'email'],
  ['desk', 'desktop, admin'],
];

/** Texts of other authors, generated files, and the lists of words themselves. */
const IGNORED = [
  /^(?:LICENSE|package-lock\.json|public\/|db\/migrations\/|lint\/)/,
  /(?:^|\/)fixtures\//,
  /\.(?:png|svg|ico|woff2)$/,
];

const words = REPLACED.map(([pattern, instead]) => ({
  pattern: new RegExp(`(?<![A-Za-z])(?:${pattern})(?![a-z])`, 'gi'),
  instead,
}));

/** Prints every replaced word in the files that git tracks, as `file:line`, and returns how many it found. */
function checkWords(): number {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
  }).split('\0');
  let found = 0;
  for (const file of files) {
    if (file === '' || !existsSync(file) || IGNORED.some((ignored) => ignored.test(file))) continue;
    readFileSync(file, 'utf8')
      .split('\n')
      .forEach((line, index) => {
        if (line.includes('check-words-ignore')) return;
        for (const { pattern, instead } of words) {
          for (const [word] of line.matchAll(pattern)) {
            found += 1;
            process.stdout.write(`${file}:${index + 1}: "${word}": write ${instead}\n`);
          }
        }
      });
  }
  return found;
}

if (checkWords() > 0) process.exitCode = 1;
