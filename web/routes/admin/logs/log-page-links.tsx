import { ButtonLink } from '#web/ui/button.tsx';

interface LogPageLinksProps {
  isFirst: boolean;
  /** The API's URL of the next page. */
  next: string | null;
  /** Builds the URL of a page with the same filters, without a cursor that of the first one. */
  buildUrl: (cursor?: string) => string;
}

export function LogPageLinks({ isFirst, next, buildUrl }: LogPageLinksProps) {
  if (isFirst && next === null) return null;
  return (
    <nav aria-label="Pages" className="mt-8 flex flex-wrap justify-center gap-2 border-t border-line pt-5">
      {!isFirst && (
        <ButtonLink to={buildUrl()} variant="secondary">
          Newest events
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink to={buildUrl(getCursor(next))} variant="secondary">
          Older events
        </ButtonLink>
      )}
    </nav>
  );
}

/** Returns the cursor in the API's URL of the next page. */
const getCursor = (next: string) => new URL(next).searchParams.get('cursor') ?? '';
