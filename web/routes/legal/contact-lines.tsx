import { useRouteLoaderData } from 'react-router';
import type { loader } from '#web/root.tsx';

/** How to reach us, from configuration. */
export function ContactLines() {
  const contact = useRouteLoaderData<typeof loader>('root')?.contact;
  return (
    <ul>
      {contact && (
        <>
          <li>
            Email: <a href={`mailto:${contact.email}`}>{contact.email}</a>
          </li>
          <li>Phone: {contact.phone}</li>
        </>
      )}
      <li>Location: Lahore, Pakistan</li>
    </ul>
  );
}
