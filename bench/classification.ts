/**
 * `npm run bench:classification [-- --misses]`: classifies the labeled headlines of `tests/support/news/fixtures` and prints
 * precision and recall of company, sector and category, for the half that the rules are tuned on, for the held-out half, for
 * both, and for the headlines of the folder `held-out`. `--misses` lists the differences in the tuning half; those in held-out
 * headlines are not listed, because rules written for them would make the figures meaningless.
 */
import { parseArgs } from 'node:util';
import { classify } from '#features/news/server/classify/classify.ts';
import {
  type LabeledHeadline,
  readHeldOutHeadlines,
  readLabeledHeadlines,
  splitHeadlines,
} from '#tests/support/news/labeled-headlines.ts';
import { type ScoredField, scoreClassification } from '#tests/support/news/score-classification.ts';

const { values } = parseArgs({ options: { misses: { type: 'boolean', default: false } } });
const headlines = readLabeledHeadlines();
const { tuning, heldOut } = splitHeadlines(headlines);

print('Tuning half', tuning);
print('Held-out half', heldOut);
print('Both halves', headlines);
print('Held-out files', readHeldOutHeadlines());
if (values.misses) console.log(scoreClassification(tuning, classify).misses.join('\n'));

function print(label: string, set: LabeledHeadline[]): void {
  const { scores, generalShare } = scoreClassification(set, classify);
  console.log(`${label}: ${set.length} headlines, ${toPercent(generalShare)} General`);
  for (const field of Object.keys(scores) as ScoredField[]) {
    const { found, labeled, correct, precision, recall } = scores[field];
    console.log(
      `  ${field.padEnd(9)} precision ${toPercent(precision)} (${correct} of ${found} found), recall ${toPercent(recall)} (of ${labeled} labeled)`,
    );
  }
  console.log();
}

function toPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
