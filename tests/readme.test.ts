import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { adminLinks } from '#core/web/admin/admin-links.ts';
import routes from '#routes.ts';

/** Pages that are no features. The quick start describes those of the demo. */
const NO_FEATURES: readonly string[] = [
  paths.home,
  paths.signIn,
  paths.signUp,
  paths.forgotPassword,
  paths.resetPassword,
  paths.verifyEmail,
  paths.adminSignIn,
  paths.demo,
  paths.mailbox,
  paths.terms,
  paths.privacy,
  paths.refund,
];

const readme = await readFile('README.md', 'utf8');
const features = /^## Features\n(.*?)^## /ms.exec(readme)?.[1] ?? '';
const administration = /^- \*\*Administration\*\*:(.*?)^- /ms.exec(features)?.[1] ?? '';

const pages = (routes as RouteConfigEntry[])
  .map(({ path = '' }) => (path.startsWith('/') ? path : `/${path}`))
  .filter((path) => path !== '/*');
const isAdminPage = (path: string) => path.startsWith('/admin/');

/** The paths that the features name, such as `/today`. */
const named = [...features.matchAll(/`(\/[^`]*)`/g)].map(([, path = '']) => path);

it('names every page of visitors and customers', () => {
  const expected = pages.filter((path) => !isAdminPage(path) && !NO_FEATURES.includes(path));
  expect(expected.filter((path) => !named.includes(path))).toEqual([]);
});

it('names no page that the site does not have', () => {
  expect(named.filter((path) => !pages.includes(path))).toEqual([]);
  expect(NO_FEATURES.filter((path) => !pages.includes(path))).toEqual([]);
});

it('names every page of the administration', () => {
  expect(adminLinks.map(({ to }) => to).toSorted()).toEqual(
    pages.filter((path) => isAdminPage(path) && path !== paths.adminSignIn).toSorted(),
  );
  const names = [...administration.matchAll(/\*([^*]+)\*/g)].map(([, name]) => name);
  expect(names).toEqual(adminLinks.map(({ name }) => name));
});

it('shows every picture, and links only to files that exist', async () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(link))).toEqual([]);
  const pictures = (await readdir('docs/screenshots')).filter((name) => name.endsWith('.png'));
  const shown = links.filter((link) => link.endsWith('.png'));
  expect(pictures.map((name) => `docs/screenshots/${name}`).toSorted()).toEqual(shown.toSorted());
});

it('has at most 150 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});
