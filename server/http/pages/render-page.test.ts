import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { stripNonces } from './render-page.ts';

const MARK = 'Qm9va21hcms';
const sha256 = (script: string) => createHash('sha256').update(script).digest('base64');

describe("a page's inline scripts", () => {
  it('are allowed by their hash when they carry the mark, which is taken out', () => {
    const { html, hashes } = stripNonces(
      `<head><script nonce="${MARK}">theme()</script></head><script type="module" nonce="${MARK}">start()</script>`,
      MARK,
    );
    expect(html).toBe('<head><script>theme()</script></head><script type="module">start()</script>');
    expect(hashes).toEqual([sha256('theme()'), sha256('start()')]);
  });

  it.each([
    ['without a mark', '<script>steal()</script>'],
    ['with another mark', '<script nonce="guessed">steal()</script>'],
    ['with the mark in another attribute', `<script data-x="${MARK}">steal()</script>`],
    ['with an empty mark', '<script nonce="">steal()</script>'],
  ])('that were injected %s are not allowed', (_, injected) => {
    const { hashes } = stripNonces(`<p>${injected}</p><script nonce="${MARK}">start()</script>`, MARK);
    expect(hashes).toEqual([sha256('start()')]);
  });

  it('are hashed as they stand, over lines and in any script', () => {
    const script = '\nconst name = "عائشہ";\nif (1 < 2) start();\n';
    const { hashes } = stripNonces(`<script nonce="${MARK}">${script}</script>`, MARK);
    expect(hashes).toEqual([sha256(script)]);
  });

  it('are named once each, and those from files need no hash', () => {
    const start = `<script nonce="${MARK}">start()</script>`;
    const file = `<script src="/assets/a.js" nonce="${MARK}"></script><link rel="preload" nonce="${MARK}">`;
    const { html, hashes } = stripNonces(start + start + file, MARK);
    expect(hashes).toEqual([sha256('start()')]);
    expect(html).not.toContain(MARK);
  });
});
