import { expect, it } from 'vitest';
import { sanitize } from './sanitize.ts';

it('returns only the text if the second parser finds something that is not allowed', () => {
  const html = '<h2>Head &amp; heart</h2><p>Up <a href="/1">again</a></p><script>xss()</script>&lt;b&gt;';
  expect(sanitize(html, { baseUrl: 'https://ok.example', parseSafe: () => null })).toEqual({
    html: '<p>Head &amp; heart</p><p>Up again</p><p>&lt;b&gt;</p>',
    text: 'Head & heart Up again <b>',
  });
});
