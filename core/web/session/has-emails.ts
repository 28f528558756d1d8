import { useRouteLoaderData } from 'react-router';
import type { SiteData } from '#core/contract/page-entry.ts';

/** Returns whether this site sends emails. */
export const useHasEmails = (): boolean =>
  useRouteLoaderData<SiteData>('root')?.alertChannels.includes('email') ?? true;
