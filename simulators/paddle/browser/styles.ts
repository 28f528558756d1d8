/** The styles of the simulator's pages, deliberately different from Paddle's and the product's. */
export const styles = `
:root { color-scheme: light dark; --line: light-dark(#7d868f, #8a949e); --soft: light-dark(#f1f4f7, #222a31);
  --ink: light-dark(#15191d, #e9edf0); --muted: light-dark(#4c5863, #a9b4be); --ground: light-dark(#fff, #161c21);
  --mark: light-dark(#1f5fbf, #8db8ff); --wrong: light-dark(#b3261e, #ff9d94); }
:root[data-theme=light] { color-scheme: light; }
:root[data-theme=dark] { color-scheme: dark; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; font: 14px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
body.checkout { min-height: 100vh; padding: 16px; display: grid; place-items: start center; background: rgb(0 0 0 / 55%); }
:root[data-mode=inline] body.checkout { padding: 0; background: var(--ground); }
.dialog, main { width: 100%; max-width: 26rem; padding: 16px; background: var(--ground); border-radius: 6px; }
main { margin: 16px auto; }
header { display: flex; align-items: center; justify-content: space-between; gap: 8px; }
h1 { margin: 6px 0; font-size: 20px; line-height: 1.25; }
h2 { margin: 6px 0; font-size: 16px; }
p { margin: 0 0 8px; }
.ribbon { margin: 0; padding: 3px 8px; border: 1px solid; border-radius: 3px; color: var(--mark); font-size: 12px; font-weight: 600; text-align: center; }
.close { display: grid; place-items: center; width: 32px; height: 32px; padding: 0; border: 0; background: none; font-size: 16px; }
.close:hover, button:hover { background: var(--soft); }
ul { margin: 0 0 8px; padding: 0; list-style: none; }
dl { margin: 0 0 8px; font-variant-numeric: tabular-nums; }
dl > div { display: flex; justify-content: space-between; color: var(--muted); }
dl dd { margin: 0; }
dl .total { color: inherit; font-weight: 600; border-top: 1px solid var(--line); margin-top: 4px; padding-top: 4px; }
form { display: grid; gap: 8px; }
.pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 8px; }
.field { display: grid; gap: 2px; align-content: start; }
label { color: var(--muted); }
input, select { width: 100%; min-height: 36px; padding: 6px 8px; border: 1px solid var(--line); border-radius: 4px; background: var(--ground); color: inherit; font: inherit; }
input[readonly] { background: var(--soft); }
input[aria-invalid] { border-color: var(--wrong); }
.problem { margin: 0; color: var(--wrong); }
.problem:empty { display: none; }
button, .button { min-height: 32px; padding: 6px 12px; border: 1px solid var(--line); border-radius: 4px; background: none; color: inherit; font: inherit; cursor: pointer; }
.main { border-color: var(--mark); background: var(--mark); color: light-dark(#fff, #10161b); font-weight: 600; min-height: 40px; }
.main:hover { background: light-dark(#174c9c, #a9c9ff); }
.main:disabled { opacity: .7; cursor: progress; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; }
summary { cursor: pointer; min-height: 24px; }
.cards li { padding: 2px 0; color: var(--muted); }
.cards button { font-variant-numeric: tabular-nums; min-height: 28px; padding: 2px 8px; }
a { color: var(--mark); }
:focus-visible { outline: 2px solid var(--mark); outline-offset: 1px; }
.dialog:focus { outline: none; }
`;
