/** `npm run docs:verifier`: writes the SHA-256 of `verify-record.mjs` to the README and the release notes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { digestVerificationScript } from './enter-verifier.ts';

/** In the release notes the first one is that of the newest release. */
const MENTION = /(SHA-256\s+of\s+`verify-record\.mjs`\s+is\s+)`([0-9a-f]{64})`/;
export const VERIFIER_DOCS = ['README.md', 'CHANGELOG.md'] as const;

const toUrl = (file: string) => new URL(`../../../${file}`, import.meta.url);

/** Returns the SHA-256 that a document mentions; `null` without one. */
export const findDigest = (file: string): string | null =>
  MENTION.exec(readFileSync(toUrl(file), 'utf8'))?.[2] ?? null;

if (import.meta.main) {
  for (const file of VERIFIER_DOCS) {
    const text = readFileSync(toUrl(file), 'utf8');
    writeFileSync(toUrl(file), text.replace(MENTION, `$1\`${digestVerificationScript()}\``));
  }
}
