const AROUND = 2;

/** The pages to offer (section 9 of the specification): first, last and two either side; `gap` where some are left out. */
export function pageNumbers(page: number, pages: number): (number | 'gap')[] {
  const offered: (number | 'gap')[] = [];
  let last = 0;
  for (let number = 1; number <= pages; number += 1) {
    if (number !== 1 && number !== pages && Math.abs(number - page) > AROUND) continue;
    if (number > last + 1) offered.push('gap');
    offered.push(number);
    last = number;
  }
  return offered;
}
