/** More than the largest body consists of, without its strings. */
const MAX_LENGTH = 64 * 1024;

/**
 * Returns true if a JSON document has far more values than any endpoint accepts. Parsing 32 MB of `[]` takes seconds and a
 * gigabyte, which a large text, such as a file to import, does not: only the characters outside of strings count.
 */
export function hasTooManyValues(json: string): boolean {
  if (json.length <= MAX_LENGTH) return false;
  let length = 0;
  let at = 0;
  while (at < json.length) {
    const start = json.indexOf('"', at);
    length += (start < 0 ? json.length : start) - at;
    if (length > MAX_LENGTH) return true;
    if (start < 0) return false;
    // Counts the quotation marks too, so that many empty strings reach the limit.
    length += 2;
    at = findStringEnd(json, start + 1) + 1;
  }
  return false;
}

/** Returns the position of the quotation mark that ends a string, or the end of the document. */
function findStringEnd(json: string, start: number): number {
  for (let end = json.indexOf('"', start); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(end - 1 - backslashes) === 92) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
