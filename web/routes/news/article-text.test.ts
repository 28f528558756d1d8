import { describe, expect, it } from 'vitest';
import { estimateReadingMinutes, htmlToText, truncateAtWord } from './article-text.ts';

describe('the text of an article', () => {
  it.each([
    [
      '<p>The KSE-100 closed <b>higher</b>.</p><p>Volumes fell.</p>',
      'The KSE-100 closed higher . Volumes fell.',
    ],
    [
      '<p>P/E &lt; 5 &amp; yield &gt; 10%&nbsp;of &quot;face value&quot;</p>',
      'P/E < 5 & yield > 10% of "face value"',
    ],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['', ''],
  ])('of %s is %s', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it.each([
    ['short', 10, 'short'],
    ['State Bank holds the rate', 16, 'State Bank…'],
    ['Unbreakableword', 6, 'Unbre…'],
  ])('begins with whole words: %s in %i characters', (text, maxLength, beginning) => {
    expect(truncateAtWord(text, maxLength)).toBe(beginning);
  });

  it.each([
    [0, 1],
    [1, 1],
    [200, 1],
    [201, 2],
    [1000, 5],
  ])('of %i words is read in %i min', (words, minutes) => {
    expect(estimateReadingMinutes(`<p>${'word '.repeat(words)}</p>`)).toBe(minutes);
  });
});
