/** A hash or key in hexadecimal, which wraps. */
export function Hash({ children }: { children: string }) {
  return <code className="mt-0.5 block font-mono text-xs/5 text-muted wrap-anywhere">{children}</code>;
}
