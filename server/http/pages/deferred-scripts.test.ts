import { expect, it } from 'vitest';
import { useTestApp } from '#tests/support/test-app.ts';
import { deferScripts } from './deferred-scripts.ts';

const test = useTestApp();

it('imports what the start-up script imported, in order, after the first frame', () => {
  const html =
    '<link rel="modulepreload" href="/a.js"/><script type="module" async="">import "/m.js";\nimport * as route0 from "/r.js";\nrun(route0);\nimport("/e.js");</script>';
  const changed = deferScripts(html);
  expect(changed).toContain('<link rel="modulepreload-later" href="/a.js"/>');
  expect(changed).toMatch(
    /requestAnimationFrame[\s\S]*await import\("\/m\.js"\);\nconst route0 = await import\("\/r\.js"\);\nrun\(route0\);\nimport\("\/e\.js"\);<\/script>$/,
  );
});

it('fits what the framework writes: no static import and no early preload is left in a page', async () => {
  const { body } = await test.request({ url: '/charting' });
  expect(body).not.toMatch(/^import /m);
  expect(body).not.toContain('rel="modulepreload"');
  expect(body).toMatch(/await import\("\/assets\/root-[^"]+"\)/);
});
