import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { stripNonces } from './render-page.ts';

const NONCE = 'Qm9va21hcms';
const sha256 = (script: string) => createHash('sha256').update(script).digest('base64');

describe("a page's inline scripts", () => {
  it('allows inline scripts with the nonce by their hash, and removes the nonce', () => {
    const { html, hashes } = stripNonces(
      `<head><script nonce="${NONCE}">theme()</script></head><script type="module" nonce="${NONCE}">start()</script>`,
      NONCE,
    );
    expect(html).toBe('<head><script>theme()</script></head><script type="module">start()</script>');
    expect(hashes).toEqual([sha256('theme()'), sha256('start()')]);
  });

  it.each([
    ['without a nonce', '<script>steal()</script>'],
    ['with another nonce', '<script nonce="guessed">steal()</script>'],
    ['with the nonce in another attribute', `<script data-x="${NONCE}">steal()</script>`],
    ['with an empty nonce', '<script nonce="">steal()</script>'],
  ])('does not allow a script that was injected %s', (_, injected) => {
    const { hashes } = stripNonces(`<p>${injected}</p><script nonce="${NONCE}">start()</script>`, NONCE);
    expect(hashes).toEqual([sha256('start()')]);
  });

  it('hashes scripts unchanged, with line breaks and non-ASCII characters', () => {
    const script = '\nconst name = "عائشہ";\nif (1 < 2) start();\n';
    const { hashes } = stripNonces(`<script nonce="${NONCE}">${script}</script>`, NONCE);
    expect(hashes).toEqual([sha256(script)]);
  });

  it('lists each hash once, and none for scripts from files', () => {
    const start = `<script nonce="${NONCE}">start()</script>`;
    const file = `<script src="/assets/a.js" nonce="${NONCE}"></script><link rel="preload" nonce="${NONCE}">`;
    const { html, hashes } = stripNonces(start + start + file, NONCE);
    expect(hashes).toEqual([sha256('start()')]);
    expect(html).not.toContain(NONCE);
  });
});
