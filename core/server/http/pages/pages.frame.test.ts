import { expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { type HtmlElement, parseHtml } from '#tests/support/pages/html.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

const loadPage = async (url: string): Promise<HtmlElement> => parseHtml((await test.request(url)).body);

const listLinks = (element: HtmlElement) =>
  element.findAll('a').map((link) => [link.text, link.getAttribute('href')]);

it('shows the tagline, the risk disclaimer and the contact in the footer', async () => {
  const footer = (await loadPage(paths.home)).find('footer');
  expect(footer.text).toMatch(
    /professional Pakistan Stock Exchange trading signals for all types of traders/i,
  );
  expect(footer.text).toMatch(/trading involves risk and may not be suitable for all investors/i);
  expect(footer.text).toContain('Lahore, Pakistan');
  expect(footer.text).toContain('© 2025');
  expect(listLinks(footer)).toEqual(
    expect.arrayContaining([
      ['support@tezi.example', 'mailto:support@tezi.example'],
      ['+92 42 0000 0000', 'tel:+924200000000'],
    ]),
  );
});

it('links the pages of Quick Links and Platform in the footer', async () => {
  const footer = (await loadPage(paths.home)).find('footer');
  expect(['h2', 'h3'].flatMap((name) => footer.findAll(name)).map(({ text }) => text)).toEqual([
    'Quick Links',
    'Platform',
    'Contact',
  ]);
  expect(listLinks(footer)).toEqual(
    expect.arrayContaining([
      ['Signals', paths.signals],
      ['Terms', paths.terms],
      ['Privacy', paths.privacy],
      ['Refund', paths.refund],
      ['Board Meetings', paths.boardMeetings],
      ['Book Closure', paths.bookClosure],
      ['Market News', paths.news],
      ['Charting Tools', paths.charting],
    ]),
  );
});

it('links the three policies in the navigation', async () => {
  const header = (await loadPage(paths.home)).find('header');
  expect(listLinks(header)).toEqual(
    expect.arrayContaining([
      ['Terms & Conditions', paths.terms],
      ['Privacy Policy', paths.privacy],
      ['Refund Policy', paths.refund],
    ]),
  );
});

it('shows the image for shared links and the icons', async () => {
  const head = (await loadPage(paths.home)).find('head');
  const image = head
    .findAll('meta')
    .find((meta) => meta.getAttribute('property') === 'og:image')
    ?.getAttribute('content');
  expect(image).toBe('https://tezi.test/og.png');
  const icons = head
    .findAll('link')
    .filter((link) => link.getAttribute('rel')?.includes('icon'))
    .map((link) => link.getAttribute('href') ?? '');
  expect(icons.length).toBeGreaterThan(0);
  for (const file of [image ?? '', ...icons]) {
    const response = await test.request(new URL(file, 'https://tezi.test').pathname);
    expect(response.statusCode, file).toBe(200);
    expect(response.headers['content-type'], file).toMatch(/^image\//);
  }
});
