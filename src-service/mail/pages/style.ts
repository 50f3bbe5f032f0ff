/** The look of the pages that people see: the tokens of the console, light and dark as the system has it. */
export const style = `
:root {
  color-scheme: light dark;
  --sunk: #f5f3ef; --card: #fff; --hover: #f8f6f2; --active: #efece5; --line: #e6e2da; --line2: #cfc9bd;
  --control: #958d80; --text: #221f1a; --text2: #5c564c; --text3: #756e62; --wax: #b5451b; --waxs: #fbf0e9;
  --ink: #2a2621; --on-ink: #fff; --success: #0e6e72; --success-soft: #e4f2f2;
  --warning: #805800; --warning-soft: #faf1d9; --danger: #a01840; --danger-soft: #fbeaee;
}
@media (prefers-color-scheme: dark) {
  :root {
    --sunk: #161513; --card: #1c1b18; --hover: #22201d; --active: #2c2a25; --line: #2e2b26; --line2: #48443c;
    --control: #7c766b; --text: #ede9e1; --text2: #b0a99c; --text3: #958e81; --wax: #ec8c5f; --waxs: #2b201a;
    --ink: #ede9e1; --on-ink: #1c1b18; --success: #55cfc0; --success-soft: #14302d;
    --warning: #d9a83a; --warning-soft: #332913; --danger: #f07a93; --danger-soft: #3a1d25;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--sunk); color: var(--text); letter-spacing: -0.003em;
  font: 13px/20px Inter, system-ui, sans-serif; font-feature-settings: 'tnum';
}
h1 { margin: 0; font-size: 16px; line-height: 24px; font-weight: 600; letter-spacing: -0.011em; overflow-wrap: anywhere; }
h2 { margin: 0 0 6px; font-size: 13px; line-height: 20px; font-weight: 600; }
p { margin: 0; }
a { color: var(--wax); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--wax); outline-offset: 1px; }
.hint { color: var(--text3); font-size: 12px; line-height: 18px; }
.mono { font: 12px/20px 'JetBrains Mono', ui-monospace, monospace; overflow-wrap: anywhere; }
button, .button {
  display: inline-block; height: 28px; padding: 3px 12px; border: 1px solid var(--line2); border-radius: 5px;
  background: var(--card); color: var(--text); font: inherit; font-weight: 500; text-decoration: none; cursor: pointer;
}
button:hover, .button:hover { background: var(--hover); }
button.primary { height: 32px; border-color: var(--ink); background: var(--ink); color: var(--on-ink); }
button.primary:hover { opacity: .9; }
input {
  height: 28px; padding: 0 8px; border: 1px solid var(--control); border-radius: 5px; background: var(--card);
  color: var(--text); font: inherit;
}
.tag { display: inline-block; padding: 1px 6px; border-radius: 3px; background: var(--active); color: var(--text2);
  font-size: 11px; line-height: 16px; font-weight: 500; white-space: nowrap; }
.tag.good { background: var(--success-soft); color: var(--success); }
.tag.warning { background: var(--warning-soft); color: var(--warning); }
.tag.bad { background: var(--danger-soft); color: var(--danger); }
.note { padding: 8px 12px; border-left: 2px solid var(--warning); background: var(--warning-soft); overflow-wrap: anywhere; }

.slip { width: min(440px, calc(100% - 32px)); margin: 12vh auto 24px; padding: 24px; border: 1px solid var(--line); border-radius: 8px;
  background: var(--card); }
.slip p { margin-top: 8px; overflow-wrap: anywhere; }
.slip form { margin-top: 20px; }

.desk { max-width: 1040px; margin: 0 auto; padding: 0 16px 32px; }
.head { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 12px; padding: 12px 0; }
.head h1 { flex: 1; min-width: 200px; }
.head form { display: flex; gap: 6px; }
.sheet { border: 1px solid var(--line); background: var(--card); }
.sheet + .sheet { border-top: 0; }
.list { margin-top: 8px; }
.section { padding: 12px 16px; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th { padding: 6px 8px; color: var(--text2); font-size: 12px; line-height: 18px; font-weight: 500; text-align: left; }
td { padding: 5.5px 8px; border-top: 1px solid var(--line); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
th:first-child, td:first-child { padding-left: 16px; }
th:last-child, td:last-child { padding-right: 16px; text-align: right; }
tbody tr:hover { background: var(--hover); }
.state { width: 120px; }
.when { width: 190px; }
td.when { color: var(--text2); }
dl { display: grid; grid-template-columns: 88px 1fr; gap: 2px 12px; margin: 0; }
dt { color: var(--text3); }
dd { margin: 0; overflow-wrap: anywhere; }
dl.headers { grid-template-columns: minmax(120px, 200px) 1fr; margin-top: 8px; }
ul { margin: 0; padding: 0; list-style: none; }
iframe { display: block; width: 100%; height: 60vh; min-height: 240px; border: 0; background: #fff; resize: vertical; }
pre { margin: 0; padding: 12px 16px; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { padding: 8px 16px; font-weight: 600; cursor: pointer; }
.pages { display: flex; gap: 6px; padding: 12px 0; }
@media (max-width: 720px) {
  .head form, .head input { flex: 1; }
  th.when, td.when { display: none; }
  .state { width: 104px; }
}
`
