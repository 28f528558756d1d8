import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** A headline in the style of the business press, with the labels that a person gave it. */
export interface LabeledHeadline {
  title: string;
  text: string;
  symbols: string[];
  sector: string | null;
  category: string;
}

const DIRECTORY = new URL('./fixtures/', import.meta.url);
/** Files of headlines that are all held out. They were labeled before the rules for their kind of headline existed. */
const HELD_OUT_DIRECTORY = new URL('./held-out/', DIRECTORY);
const COLUMNS = ['symbols', 'sector', 'category', 'title', 'text'].join('\t');

/** Reads the labeled headlines that `splitHeadlines` splits. */
export const readLabeledHeadlines = (): LabeledHeadline[] => readFiles(DIRECTORY);

/** Reads the headlines that are all held out, in addition to the held-out half of the others. */
export const readHeldOutHeadlines = (): LabeledHeadline[] => readFiles(HELD_OUT_DIRECTORY);

function readFiles(directory: URL): LabeledHeadline[] {
  const files = readdirSync(directory).filter((name) => name.endsWith('.tsv'));
  return files.sort().flatMap((name) => {
    const [header, ...lines] = readFileSync(new URL(name, directory), 'utf8').trimEnd().split('\n');
    if (header !== COLUMNS) throw new Error(`${name}: expected the columns ${COLUMNS}`);
    return lines.map(parseLine);
  });
}

function parseLine(line: string): LabeledHeadline {
  const [symbols = '', sector = '', category = '', title = '', text = ''] = line.split('\t');
  return { title, text, symbols: symbols.split(' ').filter(Boolean), sector: sector || null, category };
}

/**
 * Splits the headlines into the half that the rules are tuned on and the half held out to measure them. The hash of the
 * title decides, so that a headline never changes sides.
 */
export function splitHeadlines(
  headlines: LabeledHeadline[],
): Record<'tuning' | 'heldOut', LabeledHeadline[]> {
  const isHeldOut = ({ title }: LabeledHeadline) =>
    createHash('sha256').update(title).digest().readUInt8() % 2 === 1;
  return {
    tuning: headlines.filter((headline) => !isHeldOut(headline)),
    heldOut: headlines.filter(isHeldOut),
  };
}
