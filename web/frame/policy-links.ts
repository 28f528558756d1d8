import { addresses } from '#contract/paths.ts';

export const policyLinks = [
  { to: addresses.terms, name: 'Terms & Conditions' },
  { to: addresses.privacy, name: 'Privacy Policy' },
  { to: addresses.refund, name: 'Refund Policy' },
] as const;

export const isPolicy = (pathname: string) => policyLinks.some((link) => link.to === pathname);
