import { Toaster } from 'sonner';

/** Its colours are the product's, in toaster.css. */
export default function SonnerToaster() {
  return <Toaster position="bottom-right" closeButton visibleToasts={4} />;
}
