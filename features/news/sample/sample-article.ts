/** The drawings of the publisher simulator. */
export type SamplePicture =
  | 'bank'
  | 'bars'
  | 'chart'
  | 'coins'
  | 'dome'
  | 'factory'
  | 'field'
  | 'flame'
  | 'globe'
  | 'gold'
  | 'grid'
  | 'screen';

/** An invented article. */
export interface SampleArticle {
  hoursAgo: number;
  /** The index in `SAMPLE_SOURCES`. */
  source: number;
  title: string;
  sector: string | null;
  category: string;
  symbols: string[];
  creator: string | null;
  picture: SamplePicture | null;
  /** The paragraphs, as plain text. */
  text: string[];
}

export const makeSampleArticle = (
  [hoursAgo, source]: [number, number],
  title: string,
  [sector, category]: [string | null, string],
  symbols: string[],
  [creator, picture]: [string | null, SamplePicture | null],
  ...text: string[]
): SampleArticle => ({ hoursAgo, source, title, sector, category, symbols, creator, picture, text });
