import { paths } from '#core/contract/paths.ts';

/** The pages of the administration, without its sign-in page. All need a signed-in administrator. */
export const ADMIN_PAGES = Object.values(paths).filter(
  (path) => path.startsWith('/admin/') && path !== paths.adminSignIn,
);
