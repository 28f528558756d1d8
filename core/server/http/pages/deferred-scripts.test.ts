import { expect, it } from 'vitest';
import { useTestApp } from '#tests/support/test-app.ts';
import { deferScripts } from './render-page.ts';

const test = useTestApp();

it('turns the static imports of the start-up script into dynamic imports after the first frame, in order', () => {
  const html =
    '<link rel="modulepreload" href="/a.js"/><script type="module" async="">import "/m.js";\nimport * as route0 from "/r.js";\nrun(route0);\nimport("/e.js");</script>';
  const deferred = deferScripts(html);
  expect(deferred).toContain('<link rel="modulepreload-later" href="/a.js"/>');
  expect(deferred).toMatch(
    /requestAnimationFrame[\s\S]*await import\("\/m\.js"\);\nconst route0 = await import\("\/r\.js"\);\nrun\(route0\);\nimport\("\/e\.js"\);<\/script>$/,
  );
});

it('leaves no static import and no early preload in a rendered page', async () => {
  const { body } = await test.request({ url: '/charting' });
  expect(body).not.toMatch(/^import /m);
  expect(body).not.toContain('rel="modulepreload"');
  expect(body).toMatch(/await import\("\/assets\/root-[^"]+"\)/);
});
