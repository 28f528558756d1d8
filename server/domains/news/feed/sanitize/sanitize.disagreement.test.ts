import { expect, it, vi } from 'vitest';
import { sanitise } from './sanitize.ts';

vi.mock('./verify-html.ts', () => ({ isSafeHtml: () => false }));

it('leaves the text alone when the second parser finds what may not be there', () => {
  const html = '<h2>Head &amp; heart</h2><p>Up <a href="/1">again</a></p><script>xss()</script>&lt;b&gt;';
  expect(sanitise(html, { baseUrl: 'https://ok.example' })).toBe(
    '<p>Head &amp; heart</p><p>Up again</p><p>&lt;b&gt;</p>',
  );
});
