/** Generated words that no stemmer changes, by frequency, as the vocabulary of the articles. */
export const WORDS = Array.from({ length: 20_000 }, (_, rank) => {
  const syllables = [
    'ba',
    'de',
    'ki',
    'lo',
    'mu',
    'ra',
    'zo',
    'ta',
    'vo',
    'pu',
    'na',
    'go',
    'shi',
    'fa',
    'ju',
    'we',
  ];
  let word = '';
  for (let rest = rank + 16; rest > 0; rest = Math.floor(rest / 16)) word += syllables[rest % 16];
  return `${word}k`;
});
