import { useContext } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import './app.css';
import { NonceContext } from './document/nonce.ts';

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useContext(NonceContext);
  return (
    <html lang="en">
      <head><meta charSet="utf-8" /><Meta /><Links />
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{__html: 'document.documentElement.dataset.x="1"'}} /></head>
      <body>{children}<ScrollRestoration /><Scripts /></body>
    </html>
  );
}
const qc = new QueryClient();
export default function Root() { return <QueryClientProvider client={qc}><Outlet /></QueryClientProvider>; }
