import type { ReactNode, Ref } from 'react';

interface SectionProps {
  title: string;
  description: ReactNode;
  /** The heading, which receives the focus when the focused element is removed. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** One topic of the account: title and description on the left, or on top on small screens, with the content next to it. */
export function Section({ title, description, headingRef, children }: SectionProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 border-t border-line py-8 first:border-t-0 md:grid-cols-[15rem_minmax(0,1fr)]">
      <div>
        <h2 ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="text-lg">
          {title}
        </h2>
        <div className="mt-1 text-sm text-muted">{description}</div>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
