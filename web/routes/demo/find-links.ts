interface Part {
  text: string;
  isLink: boolean;
  /** Where in the whole it begins. */
  at: number;
}

/** A text in its parts: the links to `origin`, and everything else. A link to anywhere else stays text. */
export function findLinks(text: string, origin: string): Part[] {
  let at = 0;
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) => {
    const made = { text: part, isLink: index % 2 === 1 && hasOrigin(part, origin), at };
    at += part.length;
    return made;
  });
}

const hasOrigin = (link: string, origin: string) => URL.canParse(link) && new URL(link).origin === origin;
