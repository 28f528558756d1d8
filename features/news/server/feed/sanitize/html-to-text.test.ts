import { expect, it } from 'vitest';
import { htmlToText } from './html-to-text.ts';

it.each([
  ['plain  text', 'plain text'],
  ['<p>One</p><p>Two</p>', 'One Two'],
  ['un<b>bold</b>ed <a href="x">li</a>nk', 'unbolded link'],
  ['a<br>b<ul><li>c</li><li>d</li></ul>', 'a b c d'],
  ['<table><tr><td>1</td><td>2</td></tr></table>', '1 2'],
  ['P&amp;L &lt;new&gt; &nbsp; caf&eacute;', 'P&L <new> café'],
  ['<style>p{}</style><svg><text>no</text></svg><iframe>no</iframe>yes<noscript>no</noscript>', 'yes'],
  ['', ''],
])('converts %j to %j', (html, expected) => {
  expect(htmlToText(html)).toBe(expected);
});
