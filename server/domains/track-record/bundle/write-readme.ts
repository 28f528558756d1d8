import { formatShortDate } from '#contract/dates.ts';
import { type BundlePeriod, SIGNAL_COLUMNS } from './bundle-files.ts';

/** Writes the explanation of the files in an inspection bundle. */
export const writeReadme = ({ from, until }: BundlePeriod, now: Date): string => `INSPECTION BUNDLE

Signals that were published from ${formatShortDate(from)} to ${formatShortDate(until)} (dates in Karachi), with everything that is stored of them.
Created at ${now.toISOString()}. Times are in UTC, prices in rupees. Text is UTF-8.

CONFIDENTIAL: the bundle contains signals that only subscribers can see, and names of administrators.

FILES

signals.csv               one row for each signal, deleted ones too
versions.jsonl            one line for each version of a signal: the publication and every change, with the time and the administrator
outcomes.jsonl            one line for each evaluated outcome, as in the record, with its explanation (steps)
decisions.jsonl           one line for each decision of an administrator about an outcome, with its reason
record/entries.jsonl      the whole public record of all periods, with the content of entries that are still sealed for visitors
record/heads.json         the newest signed heads and all public keys
record/verify-record.mjs  the script that verifies the record
SHA256SUMS                the SHA-256 of the files

VERIFY

With Node.js 20 or later, in the folder of the unpacked bundle:

    sha256sum --check SHA256SUMS
    node record/verify-record.mjs record/entries.jsonl record/heads.json

The script verifies that no entry was changed, removed or dated back, the signatures, and that results follow from their prices. Heads that
were saved earlier, from the site or from its feed, can take the place of record/heads.json: they prove that the operator has not written the
record again. Every line of versions.jsonl, outcomes.jsonl and decisions.jsonl has an entry with the same content, without names of
administrators.

COLUMNS OF signals.csv

${[...SIGNAL_COLUMNS].map(([name, meaning]) => `${name.padEnd(22)}${meaning}`).join('\n')}

A decision that was withdrawn is only in decisions.jsonl. Results are explained by the rules of evaluation that the site publishes.
`;
