import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { PasswordResetEmail } from './account-security.tsx';

it.each([
  [['push', 'email'], 'Email me a link to set a password'],
  [['push'], 'This site sends no emails at present'],
])(
  'offers an email with a link to set a password only if the site sends emails: %j',
  (alertChannels, text) => {
    const route = {
      id: 'root',
      path: '/',
      element: <PasswordResetEmail email="a@b.pk" />,
      loader: () => null,
    };
    const router = createMemoryRouter([route], {
      hydrationData: { loaderData: { root: { alertChannels } } },
    });
    const html = renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    expect(html).toContain(text);
    expect(html.includes('<button')).toBe(alertChannels.includes('email'));
  },
);
