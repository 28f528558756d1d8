import { describe, expect, it } from 'vitest';
import { estimateReadingMinutes, htmlToText } from './article-meta.ts';

describe('article text', () => {
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
  ])('converts %s to %s', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it.each([
    [0, 1],
    [1, 1],
    [200, 1],
    [201, 2],
    [1000, 5],
  ])('estimates that %i words take %i min to read', (words, minutes) => {
    expect(estimateReadingMinutes(`<p>${'word '.repeat(words)}</p>`)).toBe(minutes);
  });
});
