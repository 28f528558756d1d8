import { useRouteLoaderData } from 'react-router';
import type { SiteData } from '#contract/page-entry.ts';

/** The contact details from the configuration. */
export function ContactLines() {
  const contact = useRouteLoaderData<SiteData>('root')?.contact;
  return (
    <ul>
      {contact && (
        <>
          <li>
            Email:{' '}
            <a href={`mailto:${contact.email}`} translate="no">
              {contact.email}
            </a>
          </li>
          <li>{`Phone: ${contact.phone}`}</li>
        </>
      )}
      <li>Location: Lahore, Pakistan</li>
    </ul>
  );
}
