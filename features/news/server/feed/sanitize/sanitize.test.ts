import { expect, it } from 'vitest';
import { htmlToText } from './html-to-text.ts';
import { sanitize } from './sanitize.ts';

const LINK = 'rel="noopener noreferrer nofollow" target="_blank"';
const IMAGE = 'loading="lazy" decoding="async" referrerpolicy="no-referrer"';

it.each([
  ['<h1>Head</h1><h5>Foot</h5>', '<h2>Head</h2><h4>Foot</h4>'],
  ['<p class="x" style="y" id="z" dir="rtl">Up</p>', '<p>Up</p>'],
  ['<a href="/1" class="x" onclick="xss()">one</a>', `<p><a href="https://ok.example/1" ${LINK}>one</a></p>`],
  [
    '<a href="MAILTO:editor@ok.example?subject=x">email</a>',
    `<p><a href="mailto:editor@ok.example" ${LINK}>email</a></p>`,
  ],
  ['<a href="javascript:xss()">one</a>', '<p>one</p>'],
  ['<p><a name="top"></a>Up</p>', '<p>Up</p>'],
  [
    '<img src="a.jpg" width="600" height="50%" srcset="b.jpg 2x" alt="A &quot;bull&quot;">',
    `<p><img src="https://ok.example/a.jpg" alt="A &quot;bull&quot;" width="600" ${IMAGE} /></p>`,
  ],
  ['<p>Up</p><img src="http://ok.example:8080/a.jpg"><img src="data:image/png,x">', '<p>Up</p>'],
  ['<p>Up</p><img src="/pixel" width="1" height="1"><img src="/p" width=0>', '<p>Up</p>'],
  [
    '<figure><a href="/1"><img src="/a.jpg"></a></figure>',
    `<figure><a href="https://ok.example/1" ${LINK}><img src="https://ok.example/a.jpg" alt="" ${IMAGE} /></a></figure>`,
  ],
  ['<p>Up</p><p>&nbsp;</p><p><b> <br></b></p><ul><li></li></ul><p></p>', '<p>Up</p>'],
  [
    '<table><tr><td colspan="2" rowspan="9999" width="3">1</td></tr></table>',
    '<table><tr><td colspan="2">1</td></tr></table>',
  ],
  ['One<br>line', '<p>One<br />line</p>'],
  ['One\n\nTwo<br><br/>Three', '<p>One</p><p>Two</p><p>Three</p>'],
  ['<b>One<br><br>Two</b>', '<p><b>One</b></p><p>Two</p>'],
  ['<div>One</div><div><span>Two</span></div>', '<p>One</p><p>Two</p>'],
  ['<pre>a\n\n\nb</pre>', '<pre>a\n\n\nb</pre>'],
  ['5 < 6 & 7 > 3', '<p>5 &lt; 6 &amp; 7 &gt; 3</p>'],
  ['<p>Up<iframe src="https://ok.example">frame</iframe><object>x</object></p>', '<p>Up</p>'],
  ['<p>Up<form><input><button>Sign in</button></form></p>', '<p>Up</p>Sign in'],
  ['', ''],
  ['<script>xss()</script>', ''],
  // Elements that would swallow the text after them
  ['<p>One</p><iframe src="https://ok.example/v"/><p>Two</p>', '<p>One</p><p>Two</p>'],
  ['<p>One <iframe src="https://ok.example/v" /> two</p><p>Three</p>', '<p>One  two</p><p>Three</p>'],
  ['<p>One</p><script src="https://ok.example/a.js"/><p>Two</p>', '<p>One</p><p>Two</p>'],
  ['<p>One</p><script async src="a.js" /><p>Two</p><script>xss()</script>', '<p>One</p><p>Two</p>'],
  [
    '<p>One</p><IFRAME SRC="a"/><p>Two</p><iframe src="b">frame</iframe><p>Three</p>',
    '<p>One</p><p>Two</p><p>Three</p>',
  ],
  ['<p>One</p><iframe src="a"/>frame</iframe><p>Two</p>', '<p>One</p><p>Two</p>'],
  ['<p>One</p><iframe src="a"/><p>Two</p></iframe><p>Three</p>', '<p>One</p><p>Two</p><p>Three</p>'],
  [
    '<style/><p>One</p><title/><p>Two</p><textarea/><p>Three</p><noscript/>',
    '<p>One</p><p>Two</p><p>Three</p>',
  ],
  ['<p>One</p><object data="a.swf"><p>Two</p>', '<p>One</p><p>Two</p>'],
  [
    '<p>One</p><object data="a"><param name="b"><p>Two</p><object>x</object><p>Three</p>',
    '<p>One</p><p>Two</p><p>Three</p>',
  ],
  ['<div><object data="a.swf"><p>One</p></div><p>Two</p>', '<p>One</p>\n<p>Two</p>'],
  ['<p>One</p><object data="a.swf">fallback</object><p>Two</p>', '<p>One</p><p>Two</p>'],
  ['<p>One</p><iframe src="a"><p>Two</p>', '<p>One</p><p>Two</p>'],
  ['<p>One</p><script async/><p>Two</p><script>xss()</script>', '<p>One</p><p>Two</p>'],
  ['<p>One</p><script src=a.js/><p>Two</p>', '<p>One</p><p>Two</p>'],
  ['<p>One</p><script src=https://ok.example/a/><b>xss()</b></script><p>Two</p>', '<p>One</p><p>Two</p>'],
  ['<p>One</p><script src="a>b"/><p>Two</p>', '<p>One</p><p>Two</p>'],
  ["<p>One</p><script data-a='b>' src = 'a>b' /><p>Two</p>", '<p>One</p><p>Two</p>'],
  ['<p>One</p><script src=a"b/><p>Two</p><p title="x">Three</p>', '<p>One</p><p>Two</p><p>Three</p>'],
  ['<p>One</p><iframe title="a>b"/><p>Two</p>', '<p>One</p><p>Two</p>'],
  ['<div title="a>b"><p>One</p></div>', '<p>One</p>'],
  ['<p>One</p><noscript><p>Two</p>', '<p>One</p><p>Two</p>'],
  ['<p>One</p><svg viewBox="0 0 1 1"/><p>Two</p>', '<p>One</p><p>Two</p>'],
  // Code is never text, even without an end tag.
  ['<p>One</p><script>xss()<p>Two</p>', '<p>One</p>'],
  ['<p>One</p><style>p{}<p>Two</p>', '<p>One</p>'],
  // Punctuation of windows-1252
  ['<p>It\u0092s \u0093up\u0094 \u0096 &#146;twas &#x80;5\u0085\u0081</p>', '<p>It’s “up” – ’twas €5…</p>'],
])('converts %j to %j', (html, expected) => {
  const sanitized = sanitize(html, { baseUrl: 'https://ok.example/feed' });
  expect(sanitized).toEqual({ html: expected, text: htmlToText(expected) });
});

it('removes the image that the page shows above the text', () => {
  const html = '<p><img src="/a.jpg"></p><p>Up <img src="/b.jpg"></p>';
  expect(
    sanitize(html, { baseUrl: 'https://ok.example', isShownAbove: (url) => url.endsWith('/a.jpg') }).html,
  ).toBe(`<p>Up <img src="https://ok.example/b.jpg" alt="" ${IMAGE} /></p>`);
});

it('keeps the text of elements that are nested too deep', () => {
  const { html: deep } = sanitize(
    `${'<blockquote>'.repeat(100)}deep${'</blockquote>'.repeat(100)}<p>after</p>`,
    {
      baseUrl: null,
    },
  );
  expect(deep.match(/<blockquote>/g)).toHaveLength(30);
  expect(deep).toContain('deep');
  expect(deep).toContain('<p>after</p>');
});
