import { data } from 'react-router';

/** Any path that no page has: the frame's error page, with status 404. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
