interface Part {
  text: string;
  isLink: boolean;
  /** The offset in the text. */
  start: number;
}

/** Splits a text into links to `origin` and other text. Links to other origins are text. */
export function findLinks(text: string, origin: string): Part[] {
  let start = 0;
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) => {
    const result = { text: part, isLink: index % 2 === 1 && hasOrigin(part, origin), start };
    start += part.length;
    return result;
  });
}

const hasOrigin = (link: string, origin: string) => URL.canParse(link) && new URL(link).origin === origin;
