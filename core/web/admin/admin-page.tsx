import { type ComponentType, Fragment, useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { addNext, paths } from '#core/contract/paths.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { type SignedInUser, useSession } from '#core/web/session/session.ts';
import type { Elements } from '#core/web/ui/elements.ts';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { type LazyCode, lazyWithPreload, useLazyCode } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { PageHeader, type PageHeaderProps } from '#core/web/ui/page-header.tsx';

const AdminNav = lazyWithPreload(async () => (await import('./admin-nav.tsx')).AdminNav);

/** Returns the `meta` of an admin page. Search engines must not list it. */
export const createAdminMeta = (title: string, description: string) =>
  createPageMeta({ title, description, noindex: true });

/**
 * Creates a page that only administrators see. While the session is loading it shows the title; other users are redirected to the
 * admin sign-in and back. The state of the page is discarded when another administrator signs in. The server authorizes every call.
 */
export function forAdministrators(title: string, Page: ComponentType) {
  return function AdministratorsOnly() {
    const administrator = useAdministrator();
    if (!administrator) return <CheckingSignIn title={title} />;
    return <Page key={administrator.id} />;
  };
}

/** Returns the signed-in administrator, or `null` while the session is loading and before another user is redirected. */
function useAdministrator(): SignedInUser | null {
  const user = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const target = pathname + search;
  const isAdmin = user?.isAdmin === true;
  useEffect(() => {
    if (user === undefined || isAdmin) return;
    const isDashboard = target === paths.adminDashboard;
    navigate(isDashboard ? paths.adminSignIn : addNext(paths.adminSignIn, target), { replace: true });
  }, [user, isAdmin, navigate, target]);
  return isAdmin ? user : null;
}

function CheckingSignIn({ title }: { title: string }) {
  return (
    <>
      <h1 className="text-2xl">{title}</h1>
      <Skeleton className="needs-script mt-6">Checking your sign-in…</Skeleton>
      <noscript>
        <Notice>Administration requires JavaScript. Turn it on in your browser to continue.</Notice>
      </noscript>
    </>
  );
}

interface AdminPageProps extends Partial<PageHeaderProps> {
  /** The query of the page: it tells whether the administrator must set up a second factor first. */
  query?: { isSecondFactorMissing: boolean };
  children: Elements;
}

/** An admin page: the links to the other ones, the header unless the content has its own, and the content. */
export function AdminPage({ query, title, children, ...header }: AdminPageProps) {
  const { pathname, search } = useLocation();
  // The dashboard shows the setup, and returns.
  if (query?.isSecondFactorMissing)
    return <Navigate to={addNext(paths.adminDashboard, pathname + search)} replace />;
  return (
    <>
      <nav aria-label="Administration" className="mb-4 min-h-22 text-sm">
        <LazyPart code={AdminNav} name="The navigation">
          <AdminNav />
        </LazyPart>
      </nav>
      {title !== undefined && <PageHeader title={title} {...header} />}
      {children}
    </>
  );
}

interface LazyPartProps {
  /** The code of the children. */
  code: LazyCode;
  isWanted?: boolean;
  /** What cannot be loaded, at the beginning of a sentence. */
  name: string;
  /** The class of the failure. */
  className?: string;
  children: Elements;
}

/** A part of a page whose code is loaded once it is wanted. */
export function LazyPart({ code, isWanted = true, name, className, children }: LazyPartProps) {
  const { isLoaded, isFailed, retry } = useLazyCode(code, isWanted);
  // React does not render the same children again: those of another key are rendered once their code is loaded.
  if (!isFailed) return <Fragment key={isLoaded ? 'loaded' : 'loading'}>{children}</Fragment>;
  return (
    <LoadFailure onRetry={retry} className={className}>
      {`${name} could not be loaded. Check your connection and try again.`}
    </LoadFailure>
  );
}
