import { paths } from '#contract/paths.ts';

export const policyLinks = [
  { to: paths.terms, name: 'Terms & Conditions' },
  { to: paths.privacy, name: 'Privacy Policy' },
  { to: paths.refund, name: 'Refund Policy' },
] as const;

export const isPolicyPath = (pathname: string) => policyLinks.some((link) => link.to === pathname);
